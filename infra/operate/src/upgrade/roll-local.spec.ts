import { expect, it } from 'vitest';
import { listApis, readSettings } from '../local/settings.js';
import { findFree } from './roll-local.js';

it.each([
  ['from one to one', 1, 1, 1, 2],
  ['and back', 2, 1, 1, 1],
  ['from two to two', 1, 2, 2, 3],
  ['where there is room for fewer below', 3, 2, 4, 5],
])('finds numbers that no process has, %s', (_, first, count, wanted, expected) => {
  expect(findFree(first, count, wanted)).toBe(expected);
});

it('numbers processes by their ports', () => {
  const settings = readSettings({ POSTGRES_PASSWORD: 'any', API_PORT: '13001', FIRST_API: '3', API: '2' });
  expect(listApis(settings)).toEqual([
    { name: 'api-3', port: 13_003 },
    { name: 'api-4', port: 13_004 },
  ]);
});
