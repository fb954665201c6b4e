import type { CapacityAnswer, CapacityOutlook } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, answerCalls, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { CapacityLine } from './capacity-line';

const known: CapacityAnswer = {
  measured: {
    pageViewsPerSecond: 8_123,
    measuredAt: `${new Date().getFullYear()}-02-03T02:10:00.000Z`,
    processors: 2,
  },
  lastMonth: { pageViews: 12_345, busiestHour: 0.0163, busiestSecond: 0.163 },
  growth: 0.234,
  outlook: { state: 'until', month: '2031-03' },
};

async function show(answer: Answer, language: 'en' | 'nl' = 'en') {
  const calls = await answerCalls('GET /api/admin/capacity', answer);
  renderAdmin(<CapacityLine />, { language });
  return calls;
}
const of = (change: Partial<CapacityAnswer> = {}): Answer => ({ body: { ...known, ...change } });
/** The other one is the toaster's. */
const card = page.getByRole('region').first();
const open = () => page.getByRole('heading', { level: 2 }).click();

it('says on one line how much the server can store and until when that is enough', async () => {
  await show(of());
  await expect.element(card).toHaveAccessibleName('This server can store 8,123 page views a second.');
  await expect
    .element(page.getByText("At last month's growth, that's enough until March 2031."))
    .toBeVisible();
  await expect.element(page.getByText('Busiest hour', { exact: true })).not.toBeVisible();
});

it('opens to what that is based on', async () => {
  await show(of());
  await open();
  await expect.element(page.getByText('3 Feb, 03:10, on 2 processor cores')).toBeVisible();
  await expect
    .element(page.getByText('0.016 page views a second on average, 0.16 in its busiest second'))
    .toBeVisible();
  await expect
    .element(page.getByText('12,345 page views, 23% more than in the 30 days before'))
    .toBeVisible();
  await expect.element(page.getByText(/busiest second counts as 10 times the average/)).toBeVisible();
});

it('says so in Dutch', async () => {
  await show(of(), 'nl');
  await expect
    .element(card)
    .toHaveTextContent(
      'Deze server kan 8.123 paginaweergaven per seconde opslaan. ' +
        'Groeit het bezoek door zoals de afgelopen maand, dan is dat genoeg tot maart 2031.',
    );
  await open();
  await expect
    .element(page.getByText('Gemiddeld 0,016 paginaweergaven per seconde, en 0,16 in de drukste seconde'))
    .toBeVisible();
});

it.each<[CapacityOutlook['state'], string, string?]>([
  ['over-ten-years', "At last month's growth, that's enough for more than ten years."],
  ['not-growing', "Traffic isn't growing, so that's enough."],
  ['too-little-data', "There's too little traffic yet", 'A forecast needs 60 full days'],
  [
    'exceeded',
    'That may be too little at your busiest moments.',
    'Start more workers or move to a larger server',
  ],
])('has a sentence for %s', async (state, sentence, inside) => {
  await show(of({ outlook: { state } as CapacityOutlook }));
  await expect.element(card).toHaveTextContent(sentence);
  await open();
  if (inside !== undefined) await expect.element(card).toHaveTextContent(inside);
  expect(card.element().classList.contains('border-lamp-lo')).toBe(state === 'exceeded');
});

it.each([
  [-0.5, '12,345 page views, 50% fewer than in the 30 days before'],
  [0.004, '12,345 page views, as many as in the 30 days before'],
  [null, /^12,345 page views$/],
])('names a growth of %s', async (growth, sentence) => {
  await show(of({ growth }));
  await open();
  await expect.element(page.getByText(sentence)).toBeVisible();
});

it('rounds what is busier to whole page views', async () => {
  await show(of({ lastMonth: { pageViews: 1, busiestHour: 9.96, busiestSecond: 1_234.6 } }));
  await open();
  await expect
    .element(card)
    .toHaveTextContent('10 page views a second on average, 1,235 in its busiest second');
});

it.each([
  ['en', "How much traffic this server can take hasn't been measured yet."],
  ['nl', 'Hoeveel bezoek deze server aankan, is nog niet gemeten.'],
] as const)('names the command where nothing was measured (%s)', async (language, sentence) => {
  await show(of({ measured: null, outlook: { state: 'unmeasured' } }), language);
  await expect.element(card).toHaveTextContent(sentence);
  await expect.element(card).toHaveTextContent('make measure-capacity');
});

it('can be asked again where it could not be loaded', async () => {
  const calls = await answerCalls('GET /api/admin/capacity', refusal(503, 'unavailable'), of());
  renderAdmin(<CapacityLine />);
  await expect.element(card).toHaveTextContent('How much the server can take could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(card).toHaveAccessibleName('This server can store 8,123 page views a second.');
  expect(await calls.read()).toHaveLength(2);
});
