import { expect, test } from 'vitest';
import { LineSplitter, longestLine } from './split-lines.js';

test.each([
  ['a\nb\n', ['a', 'b']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['a\n\nb\n', ['a', '', 'b']],
  ['\n', ['']],
  ['', []],
  ['a\r', ['a']],
  ['é\n€', ['é', '€']],
])('%j has the lines %j, however it comes in', (text, lines) => {
  const bytes = Buffer.from(text);
  for (const pieces of [[bytes], Array.from(bytes, (byte) => Buffer.from([byte]))]) {
    expect(linesOf(pieces)).toEqual(lines);
  }
});

test('a line that is too long is reported and not held', () => {
  const long = Buffer.alloc(longestLine, 'x');
  expect(linesOf([long, Buffer.from('\nb\n')])).toEqual([long.toString(), 'b']);
  expect(linesOf([long, Buffer.from('x\nb\n')])).toEqual([null, 'b']);
  expect(linesOf([Buffer.concat([long, Buffer.from('x\nb')])])).toEqual([null, 'b']);
  expect(linesOf([...Array<Buffer>(40).fill(long), Buffer.from('\nb')])).toEqual([null, 'b']);
  expect(linesOf([long, long])).toEqual([null]);
});

function linesOf(pieces: Buffer[]): (string | null)[] {
  const lines: (string | null)[] = [];
  const splitter = new LineSplitter((line) => lines.push(line?.toString() ?? null));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}
