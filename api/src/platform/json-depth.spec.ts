import { expect, it } from 'vitest';
import { isTooDeep } from './json-depth.js';

const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);

it.each([
  ['sixteen levels', nested(16), false],
  ['more levels', nested(18), true],
  ['a megabyte of levels', '['.repeat(500_000) + ']'.repeat(500_000), true],
  ['levels that are never closed', '{'.repeat(17), true],
  ['many side by side', `[${'[],'.repeat(100)}{}]`, false],
  ['many objects side by side', `[${'{},'.repeat(100)}{}]`, false],
  ['brackets in a text', JSON.stringify({ idea: '['.repeat(100) }), false],
  ['brackets behind an escaped quote', JSON.stringify({ idea: `"${'['.repeat(100)}` }), false],
  ['brackets behind a text that ends in a backslash', `["\\\\",${'['.repeat(16)}`, true],
  ['nothing', '', false],
])('%s', (_name, json, expected) => {
  expect(isTooDeep(json)).toBe(expected);
});
