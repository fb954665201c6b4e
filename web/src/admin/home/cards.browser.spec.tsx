import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '../../testing/render';
import { YesterdayCard } from './cards';

/** Days up to Tuesday, 3 March 2026; the last ones have these counts. */
const upToTuesday = (...counts: number[]) =>
  counts.map((visitors, index) => ({
    day: new Date(Date.UTC(2026, 2, 3 - (counts.length - 1 - index))).toISOString().slice(0, 10),
    visitors,
  }));

it.each([
  [
    'more',
    [100, 1, 2, 3, 4, 5, 6, 1112],
    '1,112 page views yesterday1,012 more than the Tuesday before (100)',
  ],
  ['fewer', [9, 0, 0, 0, 0, 0, 0, 1], '1 page view yesterday8 fewer than the Tuesday before (9)'],
  ['as many', [7, 0, 0, 0, 0, 0, 0, 7], '7 page views yesterdayAs many as the Tuesday before'],
  ['none to compare with', [7, 8], '8 page views yesterdayNo Tuesday before to compare with yet'],
  ['no day yet', [], 'The first full day is still to come.'],
])('compares yesterday with its weekday a week before: %s', async (_, counts, words) => {
  renderAdmin(<YesterdayCard days={upToTuesday(...counts)} waits={false} />);
  await expect.element(page.getByText(words.slice(-20))).toBeVisible();
  expect(document.querySelector('section')?.textContent).toContain(words);
});

it.each([
  [undefined, null],
  [1, 'One lead was held back as possible spam'],
  [12, '12 leads were held back as possible spam'],
])('says how many leads of yesterday are in quarantine: %s', async (heldBack, words) => {
  renderAdmin(<YesterdayCard days={upToTuesday(7, 8)} heldBack={heldBack} waits={false} />);
  await expect.element(page.getByText('8 page views yesterday')).toBeVisible();
  expect(document.querySelector('[data-held-back]')?.textContent ?? null).toBe(words);
});

it('draws a bar per day, with yesterday and its weekday a week before in colours of their own, and says it in words', async () => {
  renderAdmin(
    <YesterdayCard days={upToTuesday(...Array.from({ length: 28 }, (__, n) => n))} waits={false} />,
  );
  const drawing = page.getByRole('img', { name: 'Page views per day, 28 days: from 0 to 27' });
  await expect.element(drawing).toBeVisible();
  const bars = [...drawing.element().querySelectorAll('rect')];
  expect(bars.map((bar) => Number(bar.getAttribute('height')))).toEqual(
    Array.from({ length: 28 }, (__, n) => (n / 27) * 40),
  );
  const looks = bars.map((bar) => getComputedStyle(bar).fill);
  expect(new Set(looks).size).toBe(3);
  expect(looks.indexOf(looks[20] ?? '')).toBe(20);
  expect(looks.indexOf(looks[27] ?? '')).toBe(27);
});
