import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflowOf } from './phone-fit';

const body = document.createElement('div');
document.body.append(body);
beforeAll(() => page.viewport(375, 812));
afterEach(() => body.replaceChildren());

const long = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4);
const measure = (html: string, value = long) => {
  body.innerHTML = html;
  return overflowOf(body, { present: 'Come in', value });
};

it.each([
  ['on one line, in a box', '<p style="width: 200px; white-space: nowrap">Come in</p>'],
  [
    'cut off at the side',
    '<div style="width: 200px; overflow: hidden; white-space: nowrap"><b>Come in</b></div>',
  ],
  ['cut off below', '<div style="width: 200px; height: 30px; overflow: clip"><p>Come in</p></div>'],
  ['with a word that is wider than its box', '<p style="width: 90px; overflow-wrap: normal">Come in</p>'],
  ['beyond the page', '<p style="position: absolute; white-space: nowrap; width: max-content">Come in</p>'],
])('is too long %s', (_, html) => {
  expect(measure(html)).toBeGreaterThan(10);
});

it.each([
  ['wraps', '<p style="width: 300px">Come in</p>', long],
  ['is as short', '<p style="width: 200px; white-space: nowrap">Come in</p>', 'Hello'],
  [
    'is no worse than the present one',
    '<div style="width: 10px; overflow: hidden; white-space: nowrap"><b>Come in</b></div>',
    'Hello',
  ],
])('fits where it %s', (_, html, value) => {
  expect(measure(html, value)).toBe(0);
});

it('is not measured where it cannot be seen, and leaves the page as it was', () => {
  expect(measure('<p hidden>Come in</p>')).toBeNull();
  expect(measure('<p>Something else</p>')).toBeNull();
  measure('<p style="width: 300px">Come in</p>');
  expect(body.textContent).toBe('Come in');
});
