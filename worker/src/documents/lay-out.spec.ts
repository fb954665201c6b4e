import { expect, it } from 'vitest';
import type { Run } from './fill-text.js';
import { layOut } from './lay-out.js';

const run = (text: string, look: Partial<Run> = {}): Run => ({
  text,
  isBold: false,
  isBlank: false,
  ...look,
});
/** Each letter is one wide. */
const measure = (text: string) => text.length;
const linesOf = (runs: Run[], width: number) =>
  layOut(runs, width, measure).map((line) => line.map(({ text }) => text).join(''));

it.each([
  ['nothing', '', []],
  ['a line', 'to be', ['to be']],
  ['words over lines, each with its space', 'to be or not', ['to be ', 'or ', 'not']],
  ['several spaces and a new line as one', 'to  be\nor', ['to be ', 'or']],
  ['a word that is too long, where it must', 'a question', ['a ', 'quest', 'ion']],
])('breaks %s', (_, text, lines) => {
  expect(linesOf([run(text)], 5)).toEqual(lines);
});

it('keeps a word together that is in several looks, and joins what is in one', () => {
  const runs = [run('by '), run('Anna', { isBold: true }), run(', of '), run('this '), run('town')];
  expect(linesOf(runs, 6)).toEqual(['by ', 'Anna, ', 'of ', 'this ', 'town']);
  expect(layOut(runs, 100, measure)).toEqual([
    [run('by '), run('Anna', { isBold: true }), run(', of this town')],
  ]);
});
