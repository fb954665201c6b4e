import { buildSessions } from '@voordeur/worker';
import { useDatabase } from '@voordeur/worker/testing';
import { expect, it } from 'vitest';
import { loadVisits } from '../samples/load-visits.js';
import { compareFilters } from './compare-filters.js';

/** What filters select is what a recount finds of the raw rows. */
const database = useDatabase({ keepRows: true });

it('every figure of sessions is what a recount gives, whatever the filters', async () => {
  await loadVisits(database.ownersUrl, Array<number>(40).fill(60));
  await database.query(`update visits set page = replace(page, '/page-1', '/Page%_1')`);
  // Of some browsers the device isn't known, of some nothing.
  await database.query(`update visits set device = null where browser = 'Firefox'`);
  await database.query('truncate sessions, names');
  await buildSessions(database.owner);
  const { sessions, selecting } = await compareFilters(database.dataSource, 40);
  expect(sessions).toBeGreaterThan(500);
  expect(selecting).toBeGreaterThan(15);
});
