import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { measureOverflow } from './text-overflow';

const body = document.createElement('div');
document.body.append(body);
beforeAll(() => page.viewport(375, 812));
afterEach(() => body.replaceChildren());

const long = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4);
const measure = (html: string) => {
  body.innerHTML = html.replace('…', long);
  return Math.max(...[...body.querySelectorAll('[data-in-place]')].map(measureOverflow));
};

it.each([
  ['on one line, in a box', '<p data-in-place style="width: 200px; white-space: nowrap">…</p>'],
  [
    'cut off at the side',
    '<div style="width: 200px; overflow: hidden; white-space: nowrap"><b data-in-place>…</b></div>',
  ],
  ['cut off below', '<div style="width: 200px; height: 30px; overflow: clip"><p data-in-place>…</p></div>'],
  [
    'with a word that is wider than its box',
    '<p data-in-place style="width: 90px; overflow-wrap: normal">…</p>',
  ],
  [
    'beyond the page',
    '<p data-in-place style="position: absolute; white-space: nowrap; width: max-content">…</p>',
  ],
])('is too long %s', (_, html) => {
  expect(measure(html)).toBeGreaterThan(10);
});

it.each([
  ['wraps', '<p data-in-place style="width: 300px">…</p>'],
  ['is short', '<p data-in-place style="width: 200px; white-space: nowrap">Hello</p>'],
])('fits where it %s', (_, html) => {
  expect(measure(html)).toBe(0);
});
