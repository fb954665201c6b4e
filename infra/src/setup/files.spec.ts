import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { withSetting } from './env-text.js';
import { printJson } from './json-text.js';

it('keeps the formatting of the file as it comes', () => {
  const text = readFileSync(join(root, 'site.config.json'), 'utf8');
  expect(printJson(JSON.parse(text) as object, text)).toBe(text);
  expect(printJson({ list: ['a'.repeat(60), 'b'.repeat(60)], none: {} }, text)).toBe(
    `{\n  "list": [\n    "${'a'.repeat(60)}",\n    "${'b'.repeat(60)}"\n  ],\n  "none": {}\n}\n`,
  );
});

it.each([
  ['A=1\n#B=\n', 'B', 'x', 'A=1\nB=x\n'],
  ['A=1\n#B=5\nB=2\n#B=\n', 'B', '3', 'A=1\n#B=5\nB=3\n#B=\n'],
  ['A=1', 'B', '$1 # "quoted"', `A=1\nB='$1 # "quoted"'\n`],
  ['export B = 2\nA=1\n', 'B', "it's", `B="it's"\nA=1\n`],
  ['A=1\nB=2\n', 'B', '', 'A=1\n#B=\n'],
])('sets a line of .env (%#)', (text, name, value, expected) => {
  expect(withSetting(text, name, value)).toBe(expected);
});

it('takes no value that Compose would read otherwise', () => {
  expect(() => withSetting('', 'B', `it's $5`)).toThrow(/can't hold/);
});
