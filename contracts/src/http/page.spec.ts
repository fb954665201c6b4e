import { expect, test } from 'vitest';
import { keptPage } from './page.js';

test.each([
  ['/', '/'],
  ['/nl/cases', '/nl/cases'],
  ['/a?', '/a'],
  ['/a?email=x@example.com', '/a'],
  ['/a?utm_source=news', '/a?utm_source=news'],
  ['/a?x=1&utm_source=news&y=2&utm_medium=mail', '/a?utm_source=news&utm_medium=mail'],
  ['/a?utm_source=n%20w&utm_source=', '/a?utm_source=n%20w&utm_source='],
  ['/a#part', '/a'],
  ['/a?utm_source=news#part', '/a?utm_source=news'],
  ['/a#part?utm_source=news', '/a'],
  ['/a?x=utm_source', '/a'],
  ['/a?b?utm_source=news', '/a'],
  ['/caf%C3%A9?UTM_SOURCE=news', '/caf%C3%A9'],
  ['/a?utm=1&&utm_', '/a?utm_'],
])('of %s is kept %s', (sent, kept) => {
  expect(keptPage(sent)).toBe(kept);
});
