import { goals } from '@voordeur/contracts/http';
import { buildAll, useDatabase } from '@voordeur/worker/testing';
import { expect, it } from 'vitest';
import { loadVisits } from '../samples/load-visits.js';
import { compareFilters } from './compare-filters.js';

/** Filtered figures are compared with a recount of the raw rows. */
const database = useDatabase({ keepRows: true });

it('every figure of sessions is what a recount gives, whatever the filters', async () => {
  await loadVisits(database.ownersUrl, Array<number>(40).fill(60));
  await database.query(`update visits set page = replace(page, '/page-1', '/Page%_1')`);
  // Some browsers have no known device, some nothing known at all.
  await database.query(`update visits set device = null where browser = 'Firefox'`);
  // More goals than there are in so few visits, reached together and apart, and pages that lead to a form.
  await database.query(`update visits set page = case when page < '/page-3' then '/nl/learn' else '/booking' end
    where hashtext(id::text) % 3 = 0`);
  await database.query(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select gen_random_uuid(), goal, visitor, occurred_at from visits, unnest($1::text[]) as goal
    where bot_reason is null and abs(hashtext(id::text || goal)) % 25 = 0`,
    [goals],
  );
  // So too of videos.
  await database.query(
    `insert into video_views (id, view_id, video_id, video_title, watched_seconds, occurred_at, visitor, country)
    select id, id, 'video-' || number, 'Video ' || number, 5 + abs(hashtext(id::text)) % 400, occurred_at, visitor, country
    from (select *, 1 + abs(hashtext(id::text)) % 6 as number from visits where bot_reason is null) as rows
    where abs(hashtext('watched' || id)) % 5 = 0 on conflict do nothing`,
  );
  // As if a worker of an earlier version had stored them.
  await database.query('update visits set path = null where bot_reason is null');
  await database.query('insert into changed_days (day) select day from days');
  await buildAll(database.dataSource);
  const { sessions, selecting } = await compareFilters(database.dataSource, 60, 18);
  expect(sessions).toBeGreaterThan(500);
  expect(selecting).toBeGreaterThan(20);
});
