import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@voordeur/contracts/db';
import { getMetadataArgsStorage } from 'typeorm';
import { expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';

it('docs/privacy.md says what each table holds', () => {
  const page = readFileSync(join(root, 'docs/privacy.md'), 'utf8');
  const tables = getMetadataArgsStorage().tables.flatMap(({ name }) => name ?? []);
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
