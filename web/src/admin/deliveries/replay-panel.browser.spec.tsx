import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { ReplayPanel } from './deliveries-screen';

const words = messages.en.admin.deliveries;
const path = '/api/admin/deliveries/replay';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const from = page.getByLabelText(words.from, { exact: true });
const until = page.getByLabelText(words.until, { exact: true });

async function fill(): Promise<void> {
  renderAdmin(<ReplayPanel />);
  await from.fill('2026-03-01T09:00');
  await until.fill('2026-03-02T09:00');
}

it('counts first, then sends exactly what it counted, once', async () => {
  const counted = await answerCalls(`GET ${path}`, { body: { failed: 3 } });
  const sent = await answerCalls(`POST ${path}`, { body: { replayed: 3 }, held: true });
  await fill();
  await page.getByLabelText(words.endpoint).selectOptions('question');
  await button(words.count).click();
  await expect.element(page.getByText('3 failed deliveries.')).toBeVisible();
  await button('Send 3 again').dblClick();
  await expect.element(button(words.replaying)).toBeDisabled();
  await sent.release();
  await expect.element(toast).toHaveTextContent('3 deliveries are on their way.');
  await expect.element(button('Send 3 again')).not.toBeInTheDocument();
  const range = { endpoint: 'question', from: '2026-03-01T09:00', to: '2026-03-02T09:00' };
  expect(await sent.read()).toMatchObject([{ body: range }]);
  const [{ search } = { search: '' }] = await counted.read();
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual(range);
});

it('counts again after any change of the range', async () => {
  await answerCalls(`GET ${path}`, { body: { failed: 3 } });
  await fill();
  await button(words.count).click();
  await expect.element(button('Send 3 again')).toBeVisible();
  await until.fill('2026-03-03T09:00');
  await expect.element(button('Send 3 again')).not.toBeInTheDocument();
});

it('offers nothing to send where none failed', async () => {
  await answerCalls(`GET ${path}`, { body: { failed: 0 } });
  await fill();
  await button(words.count).click();
  await expect.element(page.getByText('None failed in this time.')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(1);
});

it.each([
  ['', ''],
  ['2026-03-02T09:00', '2026-03-01T09:00'],
  ['2026-03-02T09:00', ''],
])('points out an invalid range: from %s until %s', async (start, end) => {
  const counted = await answerCalls(`GET ${path}`, { body: { failed: 3 } });
  renderAdmin(<ReplayPanel />);
  if (start !== '') await from.fill(start);
  if (end !== '') await until.fill(end);
  await button(words.count).click();
  await expect.element(until).toHaveAttribute('aria-invalid', 'true');
  await expect.element(until).toHaveAccessibleDescription(words.rangeWrong);
  await until.fill('2026-03-05T09:00');
  await expect.element(until).not.toHaveAttribute('aria-invalid');
  expect(await counted.read()).toEqual([]);
});

it('says so when it could not count, or not send', async () => {
  await answerCalls(`GET ${path}`, refusal(503, 'unavailable'), { body: { failed: 1 } });
  await answerCalls(`POST ${path}`, refusal(429, 'too-many-requests'));
  await fill();
  await button(words.count).click();
  await expect.element(toast).toHaveTextContent(words.notCounted);
  await button(words.count).click();
  await button('Send it again').click();
  await expect.element(toast).toHaveTextContent(words.notReplayed);
  await expect.element(button('Send it again')).toBeEnabled();
});
