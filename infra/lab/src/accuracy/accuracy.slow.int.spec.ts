import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isMet } from '../measuring/figures.js';
import { measure } from './measure.js';

// The rows are under licences of their own and not in the repository.
const folder = process.env['SHARED_DATA'] ?? resolve(import.meta.dirname, '../../../../../shared/data');

it.skipIf(!existsSync(folder))(
  'bots and places meet every target on the labelled rows (skipped without SHARED_DATA)',
  async () => {
    const { targets } = await measure(folder);
    expect(targets.filter((target) => !isMet(target)).map(({ what }) => what)).toEqual([]);
  },
  60_000,
);
