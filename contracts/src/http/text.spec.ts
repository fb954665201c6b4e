import { expect, test } from 'vitest';
import { readSafeCsvCell, safeCsvCell } from './text.js';

test.each([
  ['plain, "quoted"\nand more', 'plain, "quoted"\nand more'],
  ['a = b; c - d', 'a = b; c - d'],
  ['=1+1', "'=1+1"],
  ['+31 6 1234', "'+31 6 1234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\rx', "'\rx"],
  ['  =1+1', "'  =1+1"],
  ['"=1+1"', `'"=1+1"`],
  ['＝1+1', "'＝1+1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u00ad=1', "'\u00ad=1"],
  ['\u202e=1', "'\u202e=1"],
  ['⁼1+1', "'⁼1+1"],
  ['﹦1+1', "'﹦1+1"],
  ['﹢1', "'﹢1"],
  ['−1', "'−1"],
  ['hi;\u200b=1', "hi;\u200b'=1"],
  ['hi;=1+1', "hi;'=1+1"],
  ['hi; \t=1+1', "hi; \t'=1+1"],
  ['hi;"=1+1"', `hi;"'=1+1"`],
  ['hi\n=1+1', "hi\n'=1+1"],
  ['hi\r\n@x;+1', "hi\r\n'@x;'+1"],
  ['=1;=2;;=3', "'=1;'=2;;'=3"],
  ['a\t-b', "a\t'-b"],
])('%j is written as %j, and read again', (text, cell) => {
  expect(safeCsvCell(text)).toBe(cell);
  expect(readSafeCsvCell(cell)).toBe(text);
});

test('a cell that was made safe stays as it is', () => {
  for (const text of ['=1;=2', 'hi;"=1"', ' @a\n-b'])
    expect(safeCsvCell(safeCsvCell(text))).toBe(safeCsvCell(text));
});

// A pattern that looks at each place again from every other one would take hours.
test.each([safeCsvCell, readSafeCsvCell])('a million line breaks are no work: %o', (work) => {
  const text = `a${'\n'.repeat(1_000_000)}`;
  expect(work(text) === text).toBe(true);
});
