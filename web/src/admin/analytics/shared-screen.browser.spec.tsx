import type { OpenSharedAnswer, SharedFigures } from '@voordeur/contracts/http';
import { panels } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, holdTimeLimits, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import SharedScreen from './shared-screen';

const { analytics, shared: words } = messages.en.admin;
const opened: OpenSharedAnswer = {
  token: 'of-the-view',
  timeZone: 'Europe/Amsterdam',
  name: 'Visits from home',
  query: '?from=2026-07-01&to=2026-07-02&filter=country:is:NL',
};
const none = Object.fromEntries(panels.map((panel) => [panel, { rows: [], more: 0 }]));
const figures: SharedFigures = {
  ...{ range: null, rangeBefore: null },
  sessions: {
    ...{ from: '2026-07-01', to: '2026-07-02', before: null, asOf: '2026-07-02T12:00:00Z' },
    totals: {
      ...{
        sessions: 12,
        visitors: 11,
        pageViews: 34,
        bounces: 1,
        seconds: 60,
        videoSeconds: 9,
        suspected: 0,
      },
    },
    dailyStats: [
      { day: '2026-07-01', sessions: 5, visitors: 5, pageViews: 14 },
      { day: '2026-07-02', sessions: 7, visitors: 6, pageViews: 20 },
    ],
    hoursOfWeek: Array.from({ length: 7 }, () => Array<number>(24).fill(0)),
    panels: {
      ...(none as unknown as SharedFigures['sessions']['panels']),
      page: { rows: [{ value: '/nl/learn', sessions: 4, pageViews: 8 }], more: 0 },
      country: { rows: [{ value: 'NL', sessions: 12 }], more: 0 },
    },
    videoStats: [
      {
        ...{ videoId: 'a', title: 'The intro', views: 3, uniqueViewers: 2, averageWatchTime: 9 },
        ...{ totalWatchTime: 27, reached: [] },
      },
    ],
  },
  sessionsBefore: null,
};
const render = (path = '/shared#the-token') =>
  renderAdmin(<SharedScreen onOpened={() => undefined} />, { path });

beforeEach(() => page.viewport(1440, 900));

it('shows the figures of the link alone, with nothing that asks for others', async () => {
  const open = await answerCalls('POST /api/shared/open', { body: opened });
  const read = await answerCalls('GET /api/shared/figures', { body: figures });
  render();
  await expect.element(page.getByRole('heading', { name: opened.name })).toBeVisible();
  await expect.element(page.getByText('Country is Netherlands')).toBeVisible();
  await expect.element(page.getByText('/nl/learn')).toBeVisible();
  await expect.element(page.getByRole('region', { name: analytics.visits }).getByText('34')).toBeVisible();
  // A title, and no button that would open its curve.
  await expect.element(page.getByText('The intro')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'The intro' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('rowheader', { name: 'Netherlands' })).toBeVisible();
  // Where the countries come from, which its licence asks for.
  expect(page.getByRole('link').elements()).toEqual([page.getByText(analytics.geolocation).element()]);
  expect(await open.read()).toMatchObject([{ body: { token: 'the-token' } }]);
  expect(await read.read()).toMatchObject([
    { search: '', headers: { authorization: `Bearer ${opened.token}` } },
  ]);
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

it('asks for a password, says that it is wrong, and opens with the right one', async () => {
  const open = await answerCalls(
    'POST /api/shared/open',
    refusal(401, 'link-password-needed'),
    refusal(401, 'invalid-credentials'),
    { body: opened },
  );
  await answerCalls('GET /api/shared/figures', { body: figures });
  render();
  const password = page.getByLabelText(words.password);
  await password.fill('wrong guess');
  await page.getByRole('button', { name: words.open }).click();
  await expect.element(password).toHaveAccessibleDescription(words.wrongPassword);
  await expect.element(password).toHaveValue('wrong guess');
  await password.fill('kitchen table');
  await page.getByRole('button', { name: words.open }).click();
  await expect.element(page.getByRole('heading', { name: opened.name })).toBeVisible();
  expect((await open.read()).at(-1)).toMatchObject({ body: { password: 'kitchen table' } });
});

it('says after too many wrong ones how long to wait', async () => {
  await answerCalls('POST /api/shared/open', refusal(429, 'locked-out', { retryAfter: 15 }));
  render();
  await expect.element(page.getByText(words.locked)).toBeVisible();
});

it('takes the figures away once the link has ended', async () => {
  await answerCalls('POST /api/shared/open', { body: opened });
  await answerCalls('GET /api/shared/figures', { body: figures });
  render();
  await expect.element(page.getByText('/nl/learn')).toBeVisible();
  await answerCalls('POST /api/shared/open', refusal(403, 'link-expired'));
  await page.getByRole('button', { name: messages.en.admin.refresh }).click();
  await expect.element(page.getByText(words.ended)).toBeVisible();
  await expect.element(page.getByText('/nl/learn')).not.toBeInTheDocument();
});

it('waits no longer for its figures than for any other call', async () => {
  await answerCalls('POST /api/shared/open', { body: opened });
  const held = await answerCalls('GET /api/shared/figures', { body: figures, held: true });
  const endTimeLimits = holdTimeLimits();
  render();
  await expect.poll(held.read).toHaveLength(1);
  endTimeLimits();
  await expect.element(page.getByText(words.failed)).toBeVisible();
  await held.release();
});

it('is a plain sentence without a token, and can be tried again when the api is away', async () => {
  render('/shared');
  await expect.element(page.getByText(words.ended)).toBeVisible();
  await answerCalls('POST /api/shared/open', refusal(503, 'unavailable'));
  render();
  await expect.element(page.getByText(words.failed)).toBeVisible();
});
