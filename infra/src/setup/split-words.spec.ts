import { expect, it } from 'vitest';
import { splitWords } from './split-words.js';

it.each([
  ['', []],
  ['  \n ', []],
  [`--product "Front" --yes`, ['--product', 'Front', '--yes']],
  [`--product 'Jan & Piet' --owner "D'Arcy"`, ['--product', 'Jan & Piet', '--owner', "D'Arcy"]],
  [`--phone "" --yes`, ['--phone', '', '--yes']],
  [`--product="Two words"more`, ['--product=Two wordsmore']],
  [`a\\ b "c\\"d\\\\" '\\'`, ['a b', 'c"d\\', '\\']],
  ['$HOME `id` $(id) * ~ ; | > é', ['$HOME', '`id`', '$(id)', '*', '~', ';', '|', '>', 'é']],
])('splits %j as a shell would, without running anything in it', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each([`--product "Front`, `'`, 'a\\'])('refuses %j, whose last quote is open', (text) => {
  expect(() => splitWords(text)).toThrow('never closed');
});
