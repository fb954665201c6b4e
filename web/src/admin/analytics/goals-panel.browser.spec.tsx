import { countedGoals, type GoalAnalytics, type GoalRow } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { noGoals } from '../../testing/figures';
import { renderAdmin } from '../../testing/render';
import { GoalsPanel } from './goals-panel';

const call = 'GET /api/admin/analytics/goals';

const row = (value: string, reached: number, sessions: number): GoalRow => ({
  ...{ value, reached, sessions, rate: reached / sessions },
  ...{ low: (reached / sessions) * 0.6, high: (reached / sessions) * 1.6 },
  tooLittleData: sessions < 40,
});
const none = { reached: 0, rate: 0, low: 0, high: 0.004, tooLittleData: false };

/** A thousand sessions, of which 20 sent a form. */
const goals: GoalAnalytics = {
  ...{ from: '2024-05-02', to: '2024-05-31', before: { from: '2024-04-02', to: '2024-05-01' } },
  ...{ goal: 'lead', sessions: 1_000, asOf: '2024-05-31T12:00:00Z' },
  goals: countedGoals.map((goal) => ({ goal, ...none, leads: null })),
  dimensions: noGoals.dimensions,
  funnel: [
    { step: 'session', sessions: 1_000 },
    { step: 'learn-or-booking', sessions: 400 },
    { step: 'form-opened', sessions: 60 },
    { step: 'lead', sessions: 12 },
  ],
  unjoined: [
    { kind: 'question', reason: 'not-counted', leads: 2 },
    { kind: 'newsletter', reason: 'not-counted', leads: 1 },
    { kind: 'newsletter', reason: 'unknown', leads: 3 },
  ],
};
const reach = (of: GoalAnalytics, goal: string, reached: number) => {
  const rate = of.goals.find((one) => one.goal === goal);
  Object.assign(rate ?? {}, row('', reached, of.sessions));
};
for (const [goal, reached] of Object.entries({
  lead: 20,
  question: 9,
  newsletter: 12,
  'video-30': 240,
  booked: 3,
}))
  reach(goals, goal, reached);
// Six more than any session sent.
Object.assign(goals.goals[0] ?? {}, { leads: 26 });
goals.dimensions.source.rows = [
  row('search', 12, 600),
  row('direct', 6, 310),
  row('campaign', 2, 60),
  row('assistant', 0, 30),
];
goals.dimensions.country.rows = [row('NL', 18, 900), row('', 2, 100)];
goals.dimensions.campaign.rows = [row('letter\nmail\nissue-3', 2, 60), row('', 18, 940)];
goals.dimensions.page.rows = Array.from({ length: 30 }, (_, i) =>
  row(`/nl/a-page-with-a-long-name-${i}`, 3, 123),
);

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const days = (search: string) => Object.fromEntries(new URLSearchParams(search));
/** The panel's bodies answer in the order of its calls: those of the range, then those compared with. */
async function open(language: 'en' | 'nl' = 'en', search = '?last=30d&filter=country%3Ais%3ANL') {
  const before: GoalAnalytics = {
    ...goals,
    goals: goals.goals.map((one) => ({ ...one, reached: 40, leads: null })),
  };
  const asked = await answerCalls(
    call,
    { body: goals },
    { body: before },
    { body: { ...goals, goal: 'question' } },
  );
  renderAdmin(<GoalsPanel search={search} />, { language });
  await expect.element(panel(messages[language].admin.analytics.goals.title)).toBeVisible();
  return asked;
}

beforeEach(() => page.viewport(1440, 900));

it('says of each goal how often it was reached and how often before, and when asked how sure that is', async () => {
  const asked = await open();
  const goal = (name: string) => page.getByRole('radio', { name });
  await expect.element(goal('Any lead 26 2.0% 20 of 1,000 ▼ 35% fewer than the 40 before')).toBeChecked();
  await expect.element(goal('Video to 0:30 240 24% 240 of 1,000')).toBeInTheDocument();
  expect(page.getByRole('radio').elements()).toHaveLength(12);
  await page.getByRole('button', { name: 'Goals', exact: true }).click();
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('The intervals: Any lead 1.2–3.2%, Custom setup 0.0–0.4%, ');
  const searches = (await asked.read()).map(({ search }) => days(search));
  expect(searches).toEqual([
    { last: '30d', filter: 'country:is:NL', goal: 'lead' },
    { ...{ from: '2024-04-02', to: '2024-05-01' }, compare: 'none', filter: 'country:is:NL' },
  ]);
});

it('shows where the chosen goal is reached, and too little data where that is the truth', async () => {
  const asked = await open();
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map(({ children }) => Array.from(children, ({ textContent }) => textContent).filter(Boolean));
  await expect.poll(rows).toEqual([
    ['Source', 'Reached', 'Rate'],
    ['Search engine', '12 of 600', '2.0%'],
    ['Direct', '6 of 310', '1.9%'],
    ['Campaign', '2 of 60', '3.3%'],
    ['AI assistant', '0 of 30', 'Too little data'],
  ]);
  await page.getByRole('button', { name: '1.9%' }).click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('95% interval: 1.2% to 3.1%');
  await userEvent.keyboard('{Escape}');
  await page.getByText('Question asked', { exact: true }).click();
  await expect
    .poll(async () => (await asked.read()).map(({ search }) => days(search)['goal']))
    .toContain('question');
  await expect.element(page.getByRole('group', { name: 'Question asked: Source' })).toBeVisible();
});

it('has a tab for each dimension, whose values have their names', async () => {
  await open();
  await page.getByRole('tab', { name: 'Campaign' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'issue-3 / mail / letter' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: '(none)' })).toBeVisible();
  await page.getByRole('tab', { name: 'Country' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'Netherlands' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Unknown' })).toBeVisible();
  await page.getByRole('tab', { name: 'Page', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Show all 30' })).toBeVisible();
});

it.each([
  [
    'en',
    [
      '600 sessions go no further (60%)',
      '340 sessions go no further (85%)',
      '48 sessions go no further (80%)',
    ],
    '8 more sessions sent a form without these steps',
    '6 leads of these days fit no session and are in no rate: Question asked 2, Newsletter 4 (3 not counted on request, 3 without a visit). Leads of these days',
  ],
  [
    'nl',
    [
      '600 sessies gaan niet verder (60%)',
      '340 sessies gaan niet verder (85%)',
      '48 sessies gaan niet verder (80%)',
    ],
    'Nog 8 verstuurden een formulier zonder deze stappen',
    '6 aanvragen van deze dagen passen bij geen sessie en zitten niet in het aandeel: Vraag gesteld 2, Nieuwsbrief 4 (3 op verzoek niet geteld, 3 zonder bezoek). Aanvragen van deze dagen',
  ],
] as const)(
  'says what is lost where, and which leads no session has (%s)',
  async (language, lost, more, unjoined) => {
    await answerCalls(call, { body: goals });
    renderAdmin(<GoalsPanel search="?last=30d" />, { language });
    const funnel = panel(messages[language].admin.analytics.goals.funnel.title);
    for (const sentence of [...lost, more]) await expect.element(funnel.getByText(sentence)).toBeVisible();
    await expect.element(funnel).toHaveTextContent(unjoined);
    const link = funnel.getByRole('link').element();
    expect(link.getAttribute('href')).toBe('/admin/leads?box=all&from=2024-05-02&to=2024-05-31');
  },
);

it('says so when it could not be fetched, and tries again', async () => {
  await answerCalls(call, refusal(503, 'unavailable'), { body: { ...goals, before: null, unjoined: [] } });
  renderAdmin(<GoalsPanel search="?last=30d" />);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel('Goals')).toBeVisible();
  expect(page.getByText('before').elements()).toEqual([]);
  expect(page.getByText('of these days').elements()).toEqual([]);
});

it('is no taller than its list, however much there is to show', async () => {
  await open();
  await page.getByRole('tab', { name: 'Page', exact: true }).click();
  for (const one of document.querySelectorAll<HTMLElement>('section.panel'))
    expect(one.getBoundingClientRect().height).toBeLessThanOrEqual(356);
});
