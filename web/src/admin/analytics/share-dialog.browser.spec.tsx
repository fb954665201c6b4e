import type { NewSharedLinkAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { ShareView } from './analytics-screen';

const words = messages.en.admin.access;

it('makes a link to what is shown, and shows it with its token behind the #', async () => {
  const query = '?last=30d&filter=country:is:NL';
  const link: NewSharedLinkAnswer = {
    ...{ id: '1', name: 'For Anna', query, hasPassword: true, lastUsedAt: null, token: 'abc' },
    ...{ createdAt: '2026-07-01T12:00:00Z', expiresAt: '2026-07-08T12:00:00Z' },
  };
  const made = await answerCalls('POST /api/admin/shared-links', { status: 201, body: link });
  renderAdmin(<ShareView query={query} />);
  await page.getByRole('button', { name: messages.en.admin.analytics.shareView }).click();
  await page.getByLabelText(words.nameOfLink).fill('For Anna');
  await page.getByLabelText(words.works).selectOptions(words.week);
  const password = page.getByLabelText(words.password);
  await password.fill('short');
  await expect.element(password).toHaveAccessibleDescription('Use at least 8 characters, or none.');
  await password.fill('kitchen table');
  await page.getByRole('button', { name: words.createLink }).click();
  await expect
    .element(page.getByLabelText(words.link, { exact: true }))
    .toHaveValue(`${location.origin}/shared#abc`);
  expect(await made.read()).toMatchObject([
    { body: { name: 'For Anna', query, days: 7, password: 'kitchen table' } },
  ]);
});
