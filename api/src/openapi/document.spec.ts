import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiDocument } from './document.js';

it('docs/openapi.json is what the code says (else: npm run openapi -w api)', async () => {
  const kept = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(JSON.stringify(await openApiDocument()))).toEqual(JSON.parse(kept));
});
