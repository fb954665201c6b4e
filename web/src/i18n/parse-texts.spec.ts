import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, it } from 'vitest';
import { parseTexts } from './parse-texts';

it.each([
  'Plain words, # and > too',
  "It’s plain, and so is it's",
  'Lines\nand more',
  'Hello {name}',
  '<b>Hello</b>',
  "A quoted '{' and ''two''",
  '{n, plural, one {# row} other {# rows}}',
])('%j is read as the parser reads it, alone and among others', async (text) => {
  const whole = parse(text, { captureLocation: false });
  expect(await parseTexts({ text })).toEqual({ text: whole });
  expect(await parseTexts({ other: '{x}', text })).toMatchObject({ text: whole });
});
