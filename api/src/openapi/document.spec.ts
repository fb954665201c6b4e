import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calls } from './calls.js';
import { openApiDocument } from './document.js';

const kept = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

it('docs/openapi.json is what the code says (else: npm run openapi -w api)', () => {
  expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(kept);
});

it('describes no call that is not there', () => {
  const there = Object.entries(kept.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(Object.keys(calls).sort()).toEqual(there.sort());
});
