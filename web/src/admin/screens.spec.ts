import { expect, it } from 'vitest';
import { screenOf, screenPaths } from './screens';

it.each(Object.entries(screenPaths))('%s is at %s', (screen, path) => {
  expect(screenOf(path)).toBe(screen);
});

it.each([
  ['/admin/leads/0198', 'lead'],
  ['/admin/leads/0198.1', 'not-found'],
  ['/admin/leads/a/b', 'not-found'],
  ['/admin/Leads', 'not-found'],
  ['/admin/leads/', 'not-found'],
  ['/admin/gone', 'not-found'],
])('%s shows %s', (path, screen) => {
  expect(screenOf(path)).toBe(screen);
});
