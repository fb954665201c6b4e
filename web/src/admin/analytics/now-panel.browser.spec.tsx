import type { PeopleNow, PersonNow } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { timings } from '../../config/timings';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { NowPanel } from './now-panel';

const call = 'GET /api/admin/analytics/now';
const person = (given: Partial<PersonNow> = {}): PersonNow => ({
  ...{ country: 'NL', referrerHost: null, campaign: null, page: '/nl', video: null },
  ...given,
});
const two: PeopleNow = {
  count: 2,
  people: [
    person({ page: '/nl/learn', video: { title: 'The tour', watchedSeconds: 80 } }),
    person({ country: 'ZZ', referrerHost: 'search.example', campaign: 'issue-3' }),
  ],
};
const nobody: PeopleNow = { count: 0, people: [] };

const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ children }) => Array.from(children, ({ textContent }) => textContent));

beforeEach(() => page.viewport(1440, 900));

it.each([
  ['en', 'Video: The tour, 1:20', 'Direct Visit', 'Netherlands', 'from search.example, campaign issue-3'],
  ['nl', 'Video: The tour, 1:20', 'Direct bezoek', 'Nederland', 'via search.example, campagne issue-3'],
] as const)(
  'says who is there, how they came and what they do (%s)',
  async (language, video, direct, country, from) => {
    await answerCalls(call, { events: [two] });
    renderAdmin(<NowPanel />, { language });
    const words = messages[language].admin.analytics.now;
    const panel = page.getByRole('region', { name: words.title });
    await expect.element(panel.getByText('2', { exact: true })).toBeVisible();
    expect(rows()).toEqual([
      [video, direct, country],
      ['/nl', from, ''],
    ]);
    const announced = () => panel.element().querySelectorAll('[aria-live]');
    await expect
      .poll(() => Array.from(announced(), ({ textContent }) => textContent))
      .toEqual([language === 'en' ? '2 people' : '2 bezoekers']);
  },
);

it('says that nobody is there, in the room of a list', async () => {
  await answerCalls(call, { events: [nobody] });
  renderAdmin(<NowPanel />);
  await expect.element(page.getByText('Nobody on the site right now')).toBeVisible();
  const heightPx = () =>
    page.getByRole('region', { name: 'On the site now' }).element().getBoundingClientRect().height;
  const before = heightPx();
  await answerCalls(call, { events: [{ count: 60, people: Array.from({ length: 50 }, () => person()) }] });
  await expect.element(page.getByText('and 10 others')).toBeInTheDocument();
  expect(heightPx()).toBe(before);
});

it('asks again when a stream ends, and says when it fails', async () => {
  await answerCalls(call, { events: [nobody] }, refusal(503, 'unavailable'), { events: [two] });
  renderAdmin(<NowPanel />);
  await expect.element(page.getByText('Nobody on the site right now')).toBeVisible();
  await expect.element(page.getByText('Trying again')).toBeVisible();
  await expect.element(page.getByText('search.example')).toBeVisible();
  expect(page.getByText('Trying again').elements()).toEqual([]);
});

it('takes no stream that was ended because the page was hidden for a failure', async () => {
  const asked = await answerCalls(call, { held: true }, { events: [] });
  renderAdmin(<NowPanel />);
  await expect.poll(asked.read).toHaveLength(1);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  seen.mockReturnValue('visible');
  vi.mocked(setTimeout).mockClear();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(asked.read).toHaveLength(3);
  const waits = vi.mocked(setTimeout).mock.calls.map(([, ms]) => ms ?? 0);
  expect(waits.filter((ms) => ms > timings.streamAgainMs && ms < timings.streamSilentMs)).toEqual([]);
});
