import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { googlebot, visitEvent } from '../testing/intake.js';
import { recountRollups } from '../testing/recount.js';
import { recordVisits } from '../visits/record-visits.js';
import { deleteEmptySql, subtractSql, withMonthly } from './rollup.js';
import { visitRollups } from './visit-rollups.js';

const database = useDatabase();
const intake = useIntake(database);
const { query } = database;
const rollups = withMonthly(visitRollups);

const from = (address: string, more = {}) =>
  visitEvent({ address, page: '/nl?utm_source=letter', referrer: 'https://example.org/', ...more });
const kept = '145.97.31.20';
const gone = '81.2.69.142';

it('rows are taken off what was counted of them, and what then counts nothing is deleted', async () => {
  // The removed views were seen first, so the last time that a page was seen stays.
  const earlier = { occurredAt: '2026-03-10T11:00:00.000Z' };
  const events = [
    from(gone, earlier),
    from(gone, { ...earlier, page: '/learn' }),
    from(gone, { ...earlier, userAgent: googlebot }),
    from(gone, { occurredAt: '2026-02-28T23:30:00.000Z' }),
    from(gone, { occurredAt: '2026-02-27T10:00:00.000Z' }),
    from(kept),
    from(kept, { page: '/booking' }),
    from(kept, { userAgent: googlebot, page: '/nl' }),
  ];
  await recordVisits([{ id: uuidv7(), data: { events } }], intake);
  const erased = `source = 'beacon' and occurred_at < '2026-03-10 12:00+00'`;
  await query(
    `with counted_visits as (delete from visits where ${erased} returning *, occurred_at at time zone $1 as local_time),
    counted_visitors as (
      delete from day_visitors where (day, visitor) in (
        select local_time::date, visitor from counted_visits)
      returning day, visitor),
    deleted_sessions as (delete from sessions where started_at < '2026-03-10 12:00+00'),
    ${rollups.map((rollup) => `subtracted_from_${rollup.table} as (${subtractSql(rollup)})`).join(', ')}
    select 1`,
    [intake.timeZone],
  );
  const emptyDays =
    'select day::text, people, bots from visits_by_day where people = 0 and bots = 0 order by 1';
  const none = { people: 0, bots: 0 };
  expect(await query(emptyDays)).toEqual([
    { day: '2026-02-27', ...none },
    { day: '2026-03-01', ...none },
  ]);
  for (const rollup of rollups.filter(({ table }) => table === 'visits_by_day'))
    await query(deleteEmptySql(rollup, `day = '2026-03-01'`));
  expect(await query(emptyDays)).toEqual([{ day: '2026-02-27', ...none }]);
  for (const rollup of rollups) await query(deleteEmptySql(rollup));
  const after = await recountRollups(database.dataSource);
  expect(after.kept).toEqual(after.recounted);
  expect(after.kept['visits_by_day']).toEqual([{ day: '2026-03-10', people: 2, bots: 1 }]);
});
