import type { ApiKeyShown, SharedLinkShown } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import SharingScreen from './sharing-screen';

const words = messages.en.admin.access;
const key: ApiKeyShown = {
  ...{ id: '4', name: 'Monday sheet', createdAt: '2026-07-01T08:00:00Z', lastUsedAt: null, expiresAt: null },
};
const link: SharedLinkShown = {
  ...{ id: '5', name: 'For Anna', query: '?last=30d', hasPassword: true, lastUsedAt: null },
  ...{ createdAt: '2026-07-01T08:00:00Z', expiresAt: '2026-07-02T08:00:00Z' },
};

beforeEach(async () => {
  await answerCalls('GET /api/admin/api-keys', { body: { keys: [key] } });
  await answerCalls('GET /api/admin/shared-links', { body: { links: [link] } });
});

it('creates an API key, and shows it once', async () => {
  const made = await answerCalls('POST /api/admin/api-keys', {
    status: 201,
    body: { ...key, id: '6', name: 'Tax', key: 'vdk_abc' },
  });
  renderAdmin(<SharingScreen />);
  await page.getByLabelText(words.nameOfKey).fill('Tax');
  await page.getByRole('button', { name: words.createKey }).click();
  await expect.element(page.getByLabelText('The key for Tax')).toHaveValue('vdk_abc');
  expect(await made.read()).toMatchObject([{ body: { name: 'Tax' } }]);
});

it('lists links and keys, and revokes one only when that is confirmed', async () => {
  const revoked = await answerCalls('DELETE /api/admin/shared-links/5', { status: 204 });
  renderAdmin(<SharingScreen />);
  await expect.element(page.getByText('Monday sheet')).toBeVisible();
  const anna = page.getByRole('link', { name: 'For Anna' });
  await expect.element(anna).toHaveAttribute('href', '/admin/analytics?last=30d');
  await expect.element(page.getByText(words.ended)).toBeVisible();
  await page.getByRole('button', { name: 'Revoke For Anna' }).click();
  await page.getByRole('button', { name: messages.en.admin.cancel }).click();
  expect(await revoked.read()).toEqual([]);
  await page.getByRole('button', { name: 'Revoke For Anna' }).click();
  await answerCalls('GET /api/admin/shared-links', { body: { links: [] } });
  await page.getByRole('dialog').getByRole('button', { name: words.revoke }).click();
  await expect.element(page.getByText(words.noLinks)).toBeVisible();
  expect(await revoked.read()).toHaveLength(1);
});

it('is read again on request', async () => {
  renderAdmin(<SharingScreen />);
  await expect.element(page.getByText('Monday sheet')).toBeVisible();
  await answerCalls('GET /api/admin/shared-links', { body: { links: [] } });
  await page.getByRole('button', { name: messages.en.admin.refresh }).click();
  await expect.element(page.getByText(words.noLinks)).toBeVisible();
});
