import type { HomeAnswer } from '@voordeur/contracts/http';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { address, renderAdmin } from '../../testing/render';
import { WaitingPanel } from './waiting-panel';

const hour = 3_600_000;
const lead = (id: string, state: 'late' | 'soon' | 'due', hours: number): HomeAnswer['waiting'][number] => ({
  id,
  sender: `${id}@example.org`,
  excerpt: `<b>What ${id} wrote</b>`,
  answer: { state, dueAt: new Date(Date.now() + hours * hour + hour / 2).toISOString() },
});
const rows = page.getByRole('listitem');

it('says how late or how soon, and opens the reply of a lead on a press', async () => {
  const waiting = [lead('anna', 'late', -4), lead('bob', 'soon', 3), lead('cas', 'due', 20)];
  renderAdmin(<WaitingPanel waiting={waiting} waitingCount={9} quarantined={2} />);
  await expect
    .element(rows.nth(0))
    .toHaveTextContent('anna@example.org<b>What anna wrote</b>Late by 3 hoursReply');
  await expect.element(rows.nth(1)).toHaveTextContent('Answer soon: 3 hours left');
  await expect.element(rows.nth(2)).toHaveTextContent('Answer within 20 hours');
  await expect.element(page.getByRole('link', { name: '6 more leads' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '2 held back as possible spam' }))
    .toHaveAttribute('href', '/admin/leads?box=quarantine');
  const second = page.getByRole('link', { name: 'Reply to bob@example.org' });
  await expect.element(second).toHaveAttribute('href', '/admin/leads/bob#reply');
  await second.click();
  await expect.element(address).toHaveTextContent('/admin/leads/bob');
});

it('turns from soon to late while the page stays open, whatever the server said when it was read', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    renderAdmin(<WaitingPanel waiting={[lead('anna', 'due', 6)]} waitingCount={1} quarantined={0} />);
    await expect.element(rows.first()).toHaveTextContent('Answer within 6 hours');
    vi.advanceTimersByTime(hour);
    await expect.element(rows.first()).toHaveTextContent('Answer soon: 5 hours left');
    vi.advanceTimersByTime(8 * hour);
    await expect.element(rows.first()).toHaveTextContent('Late by 2 hours');
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['en', 'Nobody is waiting'],
  ['nl', 'Er wacht niemand'],
] as const)('says when nobody waits (%s)', async (language, words) => {
  renderAdmin(<WaitingPanel waiting={[]} waitingCount={0} quarantined={0} />, { language });
  await expect.element(page.getByText(words)).toBeVisible();
  expect(rows.elements()).toEqual([]);
  await expect.element(page.getByText(/held back|tegengehouden/)).not.toBeInTheDocument();
});

it.each([
  ['en', 1, 'within 1 minute.'],
  ['en', 89, 'within 89 minutes.'],
  ['nl', 210, 'binnen 3,5 uur antwoord.'],
  ['en', 72 * 60, 'within 3 days.'],
] as const)('says how soon half were answered (%s, %i minutes)', async (language, minutes, words) => {
  renderAdmin(<WaitingPanel waiting={[]} waitingCount={0} quarantined={0} medianAnswerMinutes={minutes} />, {
    language,
  });
  await expect.element(page.getByText(words)).toBeVisible();
});
