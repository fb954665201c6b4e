import { expiredLeads, sourceOfLead } from '@voordeur/contracts/db';
import { kindsToAnswer, otherValues } from '@voordeur/contracts/http';
import { readLeadRetention, readTextChanges } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import type { LetterWeek } from './letter-week.js';

const mostSources = 5;

/** Counts of the week, and of the one before. */
export interface TwoCounts {
  now: number;
  before: number;
}

/** '' is no other site, null isn't known. */
export interface LeadSource {
  source: string | null;
  leads: number;
}

/** SQL: a meeting that was to begin in the week. */
const isOfWeek = 'starts_at >= $2 and starts_at < $3';

export type WeekFigures = Awaited<ReturnType<typeof readWeek>>;

/** The figures of a week and the one before. */
export async function readWeek(db: EntityManager, week: LetterWeek) {
  const days = [week.mondayBefore, week.monday, week.mondayAfter];
  const instants = [week.startsBefore, week.starts, week.ends];
  const sumOf = (column: string, table: string, where = 'true') =>
    one<TwoCounts>(
      db,
      `select coalesce(sum(${column}) filter (where day >= $2), 0)::int as now,
        coalesce(sum(${column}) filter (where day < $2), 0)::int as before
      from ${table} where day >= $1 and day < $3 and ${where}`,
      days,
    );
  const [bestPage] = await db.query<({ page: string } & TwoCounts)[]>(
    `select value as page, coalesce(sum(views) filter (where day >= $2), 0)::int as now,
      coalesce(sum(views) filter (where day < $2), 0)::int as before
    from values_by_day where dimension = 'page' and day >= $1 and day < $3 and value <> '${otherValues}' group by value
    having sum(views) filter (where day >= $2) > 0 order by now desc, page limit 1`,
    days,
  );
  const hosts = await db.query<{ host: string; visits: number }[]>(
    `select value as host, sum(views)::int as visits
    from values_by_day where dimension = 'referrer' and day >= $1 and day < $2 and value <> '${otherValues}'
    group by value order by visits desc, host limit 2`,
    days.slice(1),
  );
  const leads = await one<TwoCounts & { asked: number; waiting: number }>(
    db,
    `select count(*) filter (where received_at >= $2)::int as now,
      count(*) filter (where received_at < $2)::int as before,
      count(*) filter (where received_at >= $2 and kind = any($4))::int as asked,
      count(*) filter (where received_at >= $2 and kind = any($4) and status = 'new')::int as waiting
    from leads where received_at >= $1 and received_at < $3 and verdict <> 'quarantined'
      and not imported`,
    [...instants, kindsToAnswer],
  );
  const leadSources = await db.query<LeadSource[]>(
    `select ${sourceOfLead} as source, count(*)::int as leads
    from leads where received_at >= $1 and received_at < $2 and verdict <> 'quarantined' and not imported
    group by 1 order by leads desc, source limit ${mostSources}`,
    instants.slice(1),
  );
  const { held, missed, open, ...booked } = await one<TwoCounts & Record<'held' | 'missed' | 'open', number>>(
    db,
    `select count(*) filter (where booked_at >= $2 and booked_at < $3)::int as now,
      count(*) filter (where booked_at >= $1 and booked_at < $2)::int as before,
      count(*) filter (where ${isOfWeek} and state = 'done')::int as held,
      count(*) filter (where ${isOfWeek} and state = 'no-show')::int as missed,
      count(*) filter (where ${isOfWeek} and state = 'booked')::int as open
    from meetings where state <> 'held'`,
    instants,
  );
  const meetingSources = await db.query<LeadSource[]>(
    `select ${sourceOfLead} as source, count(*)::int as leads
    from meetings left join leads on leads.id = meetings.lead_id where booked_at >= $1 and booked_at < $2
    group by 1 order by leads desc, source limit ${mostSources}`,
    instants.slice(1),
  );
  const { failed } = await one<{ failed: number }>(
    db,
    `select count(*)::int as failed from outbox where state = 'failed' and created_at >= $1 and created_at < $2`,
    instants.slice(1),
  );
  const sunday = DateTime.fromISO(week.mondayAfter, { zone: 'utc' }).minus({ days: 1 }).toISODate() ?? '';
  const changes = await readTextChanges(db, { from: week.monday, to: sunday }, week.timeZone);
  const subscribers = await one<TwoCounts>(
    db,
    `select count(*) filter (where confirmed_at >= $2)::int as now,
      count(*) filter (where confirmed_at < $2)::int as before
    from subscribers where state = 'confirmed' and confirmed_at >= $1 and confirmed_at < $3`,
    instants,
  );
  const retention = await readLeadRetention(db);
  const expiring =
    retention && new Date(retention.from) > new Date()
      ? await one<{ leads: number }>(db, `select count(*)::int as leads from leads where ${expiredLeads}`, [
          retention.days,
          retention.from,
        ])
      : null;
  return {
    /** Leads that the announced, not yet applied period would remove; null if it would remove none. */
    expiring: retention && expiring && { ...retention, ...expiring },
    visits: await sumOf('people', 'days'),
    /** Distinct for each day, summed. */
    visitors: await sumOf('visitors', 'days'),
    /** Visits from other sites, and the two hosts that sent most of them. */
    referred: await sumOf('views', 'values_by_day', `dimension = 'referrer'`),
    hosts,
    /** The page with the most visits; null if there were none. */
    bestPage: bestPage ?? null,
    /** Without those in quarantine. */
    leads: { now: leads.now, before: leads.before },
    /** This week's leads that asked something, and those still waiting for an answer. */
    asked: leads.asked,
    waiting: leads.waiting,
    /** By the site that brought them. */
    leadSources,
    /** Bookings in the owner's own calendar, cancelled ones too, and the sites that brought them. */
    booked,
    meetingSources,
    /** The week's meetings by what became of them; of the `open` ones the owner hasn't said it. */
    meetings: { held, missed, open },
    subscribers,
    /** The changes of texts that may sell, and their effects so far. */
    changes: changes.flatMap(({ effect, ...change }) => (effect ? [{ ...change, effect }] : [])),
    /** Deliveries that were given up, and haven't been sent again. */
    failed,
    videoViews: await sumOf('views', 'videos_by_day'),
  };
}

async function one<Row>(db: EntityManager, sql: string, parameters: unknown[]): Promise<Row> {
  const [row] = await db.query<Row[]>(sql, parameters);
  if (row === undefined) throw new Error('a query of sums has a row');
  return row;
}
