import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emailInQuery } from './email.js';

const understood = (query: string) => emailInQuery(new URLSearchParams(query));

it.each([
  'email=jan%40example.org%20',
  'email=jan%40example.org+',
  'email=%20jan%40example.org',
  'email=%3Cjan%40example.org%3E',
  'email=jan%40example.org,',
  'email=mailto:jan%40example.org%3Fsubject=x',
  'EMAIL=jan%40example.org',
  'utm_source=letter&amp;amp;email=jan%40example.org',
])('understands the address in %s', (query) => {
  expect(understood(query)).toBe('jan@example.org');
});

it.each(['email=jan+news%40example.org', 'email=jan%2Bnews%40example.org%20'])(
  'keeps the plus in %s',
  (query) => {
    expect(understood(query)).toBe('jan+news@example.org');
  },
);

it('understands nothing without one', () => {
  expect(understood('mail=jan%40example.org&myemail=jan%40example.org')).toBe('');
});

const cases = new URL('../../../../shared/data/cases/unsubscribe-links.txt', import.meta.url);
it.skipIf(!existsSync(cases))(
  'understands the links that were reported (skipped where they are absent)',
  () => {
    for (const link of readFileSync(cases, 'utf8').trim().split('\n'))
      expect(understood(link.slice(link.indexOf('?'))), link).toBe('jan@voorbeeld.example');
  },
);
