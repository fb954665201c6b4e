import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { leaveOutImplied, withModuleMap } from './module-map.js';

it('docs/architecture.md has the module map that the imports make', async () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  expect(page, 'the imports have changed: make module-map').toBe(await withModuleMap(page));
});

it('leaves out only the arrows that others imply', () => {
  const graph = new Map([
    ['a', new Set(['b', 'c', 'd', 'e'])],
    ['b', new Set(['c'])],
    ['c', new Set(['d'])],
    ['d', new Set<string>()],
    ['e', new Set<string>()],
  ]);
  expect(Object.fromEntries(leaveOutImplied(graph))).toEqual({
    a: new Set(['b', 'e']),
    b: new Set(['c']),
    c: new Set(['d']),
    d: new Set(),
    e: new Set(),
  });
});
