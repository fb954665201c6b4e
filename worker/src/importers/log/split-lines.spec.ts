import { expect, test } from 'vitest';
import { longestLine, splitLines } from './split-lines.js';

test.each([
  ['a\nb\n', ['a', 'b']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['a\n\nb\n', ['a', '', 'b']],
  ['\n', ['']],
  ['', []],
  ['a\r', ['a']],
  ['é\n€', ['é', '€']],
])('%j has the lines %j, however it comes in', async (text, lines) => {
  const bytes = Buffer.from(text);
  for (const pieces of [[bytes], Array.from(bytes, (byte) => Buffer.from([byte]))]) {
    expect(await linesOf(pieces)).toEqual(lines);
  }
});

test('a line that is too long is reported and not held', async () => {
  const long = Buffer.alloc(longestLine, 'x');
  expect(await linesOf([long, Buffer.from('\nb\n')])).toEqual([long.toString(), 'b']);
  expect(await linesOf([long, Buffer.from('x\nb\n')])).toEqual([null, 'b']);
  expect(await linesOf([Buffer.concat([long, Buffer.from('x\nb')])])).toEqual([null, 'b']);
  expect(await linesOf([...Array<Buffer>(40).fill(long), Buffer.from('\nb')])).toEqual([null, 'b']);
  expect(await linesOf([long, long])).toEqual([null]);
});

async function linesOf(pieces: Buffer[]): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const some of splitLines(pieces)) lines.push(...some.map((line) => line?.toString() ?? null));
  return lines;
}
