import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { BookingCheck } from './booking-check';
import type { SettingsForm } from './use-settings-form';

const words = messages.en.admin.checks;
const button = page.getByRole('button');
const outcome = { plannedAt: '2026-11-30T12:00:00.000Z', error: null, found: null };
const answer = (last: object | null) => ({ body: { 'mail-records': null, 'booking-page': last } });

/** The calendar's setting alone is asked of the form. */
function open({ isChanged = false } = {}): void {
  const form = { settingOf: () => ({ isChanged }) } as unknown as SettingsForm;
  renderAdmin(<BookingCheck form={form} />);
}

it('asks for the page, and says that it is there', async () => {
  const address = 'https://example.org/<b>anna</b>';
  await answerCalls(
    'GET /api/admin/checks',
    answer(null),
    answer({ ...outcome, state: 'sent', found: { address } }),
  );
  const asked = await answerCalls(
    'POST /api/admin/checks/booking-page',
    answer({ ...outcome, state: 'waiting' }),
  );
  open();
  await button.click();
  await expect.element(page.getByRole('status')).toHaveTextContent(`${address} is there.`);
  expect(await asked.read()).toHaveLength(1);
});

it.each([
  ['404', words.pageMissing],
  ['403', words.pageRefused],
  ['ENOTFOUND', words.pageSilent],
])('gives advice where it failed with %s', async (error, advice) => {
  await answerCalls('GET /api/admin/checks', answer({ ...outcome, state: 'failed', error }));
  open();
  await expect.element(page.getByText(advice)).toBeVisible();
  await expect.element(button).toBeEnabled();
});

it('is there once the address is saved', async () => {
  await answerCalls('GET /api/admin/checks', answer(null));
  open({ isChanged: true });
  await expect.element(page.getByText(words.saveFirst)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});
