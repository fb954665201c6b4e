import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal, type Answer } from '../../testing/api';
import { analytics, range, rangeBefore, sessionsOf } from '../../testing/figures';
import { address, renderAdmin } from '../../testing/render';
import AnalyticsScreen from './analytics-screen';

const isAt = (search: string) =>
  expect.poll(() => address.element().textContent).toBe(`/admin/analytics${search}`);
const words = messages.en.admin.analytics;
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const view = (name: string) => page.getByRole('tabpanel', { name, exact: true });
const rowOf = (name: string) =>
  Array.from(view(name).element().querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent).filter(Boolean),
  );

async function open(search: string, ...ofSessions: Answer[]) {
  await answerCalls('GET /api/admin/analytics/now', { events: [{ count: 0, people: [] }] });
  await answerCalls('GET /api/admin/analytics', { body: analytics });
  const ranges = await answerCalls(
    'GET /api/admin/analytics/range',
    { body: range },
    { body: { ...rangeBefore, before: null } },
  );
  const sessions = await answerCalls('GET /api/admin/analytics/sessions', ...ofSessions);
  renderAdmin(<AnalyticsScreen />, { path: `/admin/analytics${search}` });
  return { ranges, sessions };
}

const both = [{ body: sessionsOf(80) }, { body: { ...sessionsOf(40), before: null } }];

beforeEach(() => page.viewport(1440, 900));

it('the time next to the title is that of the figures shown', async () => {
  const time = () => document.querySelector('time')?.dateTime;
  await answerCalls('GET /api/admin/analytics/now', { events: [{ count: 0, people: [] }] });
  await answerCalls('GET /api/admin/analytics', { body: analytics });
  await answerCalls('GET /api/admin/analytics/range', {
    body: { ...range, asOf: '2026-03-11T13:30:00Z', before: null },
  });
  await answerCalls(
    'GET /api/admin/analytics/sessions',
    { body: { ...sessionsOf(80), before: null } },
    { body: { ...sessionsOf(8), asOf: '2026-03-11T14:30:00Z', before: null } },
  );
  renderAdmin(<AnalyticsScreen />, { path: '/admin/analytics?last=7d' });
  await expect.poll(time).toBe('2026-03-11T13:30:00Z');
  await view(words.devices).getByRole('link', { name: 'Phone' }).click();
  await expect.poll(time).toBe('2026-03-11T14:30:00Z');
});

it('without a filter page views are counted, and sessions where only they can be', async () => {
  const { ranges, sessions } = await open('?last=7d', ...both);
  await expect
    .poll(() => rowOf(words.pages))
    .toEqual([
      ['/learn', '150', '75%', '+50%'],
      ['All others', '50', '25%', 'new'],
    ]);
  await expect.poll(() => rowOf(words.devices)).toEqual([['Phone', '80', '100%', '+100%']]);
  const card = panel(words.sessions);
  await expect.element(card.getByText('▲ 100% more than the 40 before')).toBeVisible();
  expect(Array.from(card.element().querySelectorAll('dd'), ({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['2.0', '25%', '1:30', '7']),
  );
  const searches = ['?last=7d', '?from=2026-03-07&to=2026-03-08&compare=none'];
  expect((await ranges.read()).map(({ search }) => search)).toEqual(searches);
  expect((await sessions.read()).map(({ search }) => search)).toEqual(searches);
});

it('with a filter all panels count the sessions that fit, and what cannot be filtered says so or is not there', async () => {
  const search = '?last=7d&filter=device:is:mobile';
  const { ranges, sessions } = await open(`${search}&filter=bot:is:ai`, ...both);
  await expect.poll(() => rowOf(words.pages)).toEqual([['/learn', '160', '100%', '+100%']]);
  await expect.element(panel(words.visits).getByText('160', { exact: true })).toBeVisible();
  await expect.element(panel(words.bots).getByText(words.filter.notFiltered).first()).toBeVisible();
  await expect.element(page.getByText(words.filter.hidden)).toBeVisible();
  for (const name of [words.months, words.hours, words.recentVisitors])
    expect(page.getByRole('tab', { name, exact: true }).elements()).toEqual([]);
  expect((await sessions.read())[0]?.search).toBe(search);
  expect((await ranges.read())[0]?.search).toBe('?last=7d&filter=bot:is:ai');
});

it('a row adds its filter to the address, and takes it away again; the tab stays the one that was chosen', async () => {
  await open('?last=7d', ...both);
  await page.getByRole('tab', { name: words.week }).click();
  await view(words.devices).getByRole('link', { name: 'Phone' }).click();
  await isAt('?last=7d&filter=device:is:mobile');
  await expect.element(page.getByRole('button', { name: 'Device is Phone' })).toBeVisible();
  const row = view(words.devices).getByRole('link', { name: 'Phone' });
  await expect.element(row).toHaveAttribute('aria-current', 'true');
  await expect.element(view(words.week)).toBeVisible();
  await row.click();
  await isAt('?last=7d');
});

it('at the foot of the screen a filter is seen, and taken away again', async () => {
  await open('?last=7d', ...both);
  await page.getByRole('tab', { name: words.botsByClass }).click();
  await view(words.botsByClass).getByRole('link').click();
  const chip = page.getByRole('button', { name: /^Kind of bot is / });
  await expect.element(chip).toBeInViewport();
  expect(window.scrollY).toBeGreaterThan(300);
  expect(chip.element().closest('.sticky-bar')?.getBoundingClientRect()).toMatchObject({
    top: 0,
    height: 56,
  });
  await page.getByRole('link', { name: /^Remove filter: / }).click();
  await isAt('?last=7d');
});

it('the row of a video adds its filter, whose chip says what it is called', async () => {
  await open('?last=7d', ...both);
  await view(words.videos).getByRole('link', { name: 'The tour' }).click();
  await isAt('?last=7d&filter=video:is:video-1');
  await expect.element(page.getByRole('button', { name: 'Video is The tour' })).toBeVisible();
});

it.each([words.botsByClass, words.recentBots])('a row of “%s” filters the bots alone', async (name) => {
  await open('?last=7d', ...both);
  const recent = { localTime: '2026-03-11 13:00:00', city: 'Delft', country: 'Netherlands', ip: 'Unknown' };
  const bot = { ...recent, userAgent: 'GPTBot', botClass: 'ai', reason: 'user-agent', name: 'GPTBot' };
  await answerCalls('GET /api/admin/analytics', { body: { ...analytics, recentBots: [bot] } });
  await page.getByRole('button', { name: words.refresh }).click();
  await page.getByRole('tab', { name, exact: true }).click();
  await view(name).getByRole('link').click();
  await isAt('?last=7d&filter=bot:is:ai');
  await expect.element(page.getByRole('button', { name: /^Kind of bot is / })).toBeVisible();
  await expect.element(panel(words.visits).getByText('200', { exact: true })).toBeVisible();
});

it('no session that fits: says so, with a way back', async () => {
  await open('?last=7d&filter=country:is:MT', { body: sessionsOf(0) });
  await expect.element(page.getByText(words.filter.noSessions)).toBeVisible();
  expect(page.getByRole('tab').elements()).toEqual([]);
  await page.getByRole('link', { name: words.filter.clear }).last().click();
  await expect.element(panel(words.visits).getByText('200', { exact: true })).toBeVisible();
});

it('filters that the api refuses: says so, with a way back', async () => {
  await open('?last=7d&filter=country:is:nowhere', refusal(400, 'invalid-query'));
  await expect.element(page.getByText(words.filter.refused)).toBeVisible();
  await page.getByRole('link', { name: words.filter.clear }).last().click();
  await isAt('?last=7d');
});

it('sessions that take too long to count: says so, and tries again when asked', async () => {
  await open('?last=12m&filter=country:is:NL', refusal(503, 'too-slow'), ...both);
  await expect.element(page.getByText(words.filter.tooSlow)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rowOf(words.devices)).toEqual([['Phone', '80', '100%', '+100%']]);
});

it('without a filter, sessions that cannot be counted leave the other figures as they are', async () => {
  await open('?last=7d', refusal(500, 'internal'), ...both);
  await expect.element(panel(words.sessions).getByText(words.filter.failed)).toBeVisible();
  await expect.element(panel(words.visits).getByText('200', { exact: true })).toBeVisible();
  await panel(words.sessions).getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel(words.sessions).getByText('80', { exact: true })).toBeVisible();
});
