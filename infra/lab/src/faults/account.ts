import { setTimeout as wait } from 'node:timers/promises';
import { goalBit } from '@voordeur/contracts/http';
import type pg from 'pg';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { until } from '@voordeur/operate/local/until.js';
import { nothingAccepted, type Accepted, type Kind } from './load.js';
import type { MailServer } from './mail-server.js';
import type { Receiver } from './receiver.js';

const finders: Record<Kind, string> = {
  visits: `select id from visits where id = any($1::uuid[])
    union select id from rejected_events where id = any($1::uuid[])`,
  views: `select view_id as id from video_views where view_id = any($1::uuid[])`,
  goals: `select lead_id as id from reached_goals where lead_id = any($1::uuid[])
    union select id from rejected_events where id = any($1::uuid[])`,
  leads: `select id from leads where id = any($1::uuid[])
    union select id from rejected_events where id = any($1::uuid[])`,
  unsubscribes: `select email as id from suppressions where email = any($1::text[])`,
  replies: `select text as id from lead_replies where text = any($1::text[])`,
};

/**
 * `doubled`: rows of one mark beyond its first, and events that are both a row and set aside. `differing`: whether any
 * figure is not what a recount of the rows says.
 */
const stateSql = `
  select (select count(*) - count(distinct page) from visits where page like '/drill/%')
    + (select count(*) - count(distinct idea) from leads where email like 'drill-%')
    + (select count(*) from rejected_events where id in (select id from visits union all select id from leads
      union all select lead_id from reached_goals))
    + (select count(*) - count(distinct lead_id) from reached_goals where goal in ('calendar-opened', 'form-opened'))
    as doubled,
    (select coalesce(sum(people), 0) from visits_by_day) <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(people), 0) from visits_by_month_page) <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(bots), 0) from visits_by_day) <> (select count(*) from visits where bot_reason is not null)
    or (select coalesce(sum(visitors), 0) from visitors_by_day)
      <> (select count(distinct (visitor, (occurred_at at time zone settings.value)::date))
        from visits, settings where visitor is not null and settings.name = 'time_zone')
    or (select coalesce(sum(views), 0) from video_views_by_day) <> (select count(*) from video_views)
    or (select coalesce(sum(watched_seconds), 0) from video_views_by_day)
      <> (select coalesce(sum(watched_seconds), 0) from video_views)
    as differing`;

/** The same for sessions, computed in another way than the worker's: each page view with the one before it. */
const sessionsSql = `
  select (select (count(*), coalesce(sum(page_views), 0), coalesce(sum(extract(epoch from ended_at - started_at)), 0)) from sessions)
      is distinct from (
        select (count(*) filter (where gap is null or gap > interval '30 minutes'), count(*),
          coalesce(sum(extract(epoch from gap)) filter (where gap <= interval '30 minutes'), 0))
        from (select occurred_at - lag(occurred_at) over (partition by visitor order by occurred_at) as gap
          from visits where bot_reason is null) as gaps)
    or (select coalesce(sum(video_seconds), 0) from sessions)
      <> (select coalesce(sum(watched_seconds), 0) from video_views
        where exists (select from sessions where sessions.visitor = encode(video_views.visitor, 'hex')::uuid))
    or (select count(distinct visitor) from sessions where goals & ${goalBit('form-opened')} <> 0)
      <> (select count(distinct visitor) from reached_goals where goal = 'form-opened'
        and exists (select from sessions where sessions.visitor = encode(reached_goals.visitor, 'hex')::uuid))
    as differing`;

/**
 * Whether sessions are not what a recount of the rows says. Not asked after an upgrade: page views that the version before
 * stores at the same time get theirs at night.
 */
export async function doSessionsDiffer(databaseUrl: string): Promise<boolean> {
  const { rows } = await untilAnswered(databaseUrl, (db) => db.query<{ differing: boolean }>(sessionsSql));
  return rows[0]?.differing ?? true;
}

/**
 * Looks for every accepted event and every lead's webhook until all are there, or no more of them came for `withinMs`:
 * what a slow machine is still working on isn't lost. Without a receiver, webhooks aren't looked for, nor replies without a
 * mail server.
 */
export async function account(
  databaseUrl: string,
  accepted: Accepted,
  receiver: Receiver | null,
  withinMs: number,
  mailServer: MailServer | null = null,
) {
  let missing = accepted;
  const countLost = () => Object.values(missing).flat().length;
  const countUndelivered = () => accepted.leads.filter((id) => receiver?.arrived.has(id) === false).length;
  const timesOf = (mark: string) => mailServer?.replies.get(mark) ?? [];
  const countUnsent = () =>
    mailServer ? accepted.replies.filter((mark) => timesOf(mark).length === 0).length : 0;
  let fewest = Infinity;
  const areFewerMissing = async () => {
    missing = await stillMissing(databaseUrl, missing);
    const count = countLost() + countUndelivered() + countUnsent();
    if (count >= fewest) return false;
    fewest = count;
    return true;
  };
  while (fewest > 0 && (await until(areFewerMissing, { withinMs, everyMs: 200 }))) continue;
  const { rows } = await untilAnswered(databaseUrl, (db) =>
    db.query<{ doubled: string; differing: boolean }>(stateSql),
  );
  return {
    /** Accepted, and neither a row nor set aside. */
    lost: countLost(),
    /** Found by their marks. */
    missing,
    /** Leads whose webhook has not arrived. */
    undelivered: countUndelivered(),
    /** Leads that arrived under more than one `webhook-id`. */
    deliveredTwice: [...(receiver?.arrived.values() ?? [])].filter(({ webhookIds }) => webhookIds.size > 1)
      .length,
    /** Replies that the mail server has not got. */
    repliesLost: countUnsent(),
    /** How often it got the one that it got most often. */
    repliesAtMost: Math.max(0, ...accepted.replies.map((mark) => timesOf(mark).length)),
    /** Replies that came under more than one Message-ID, so a mail program can't tell that they are one. */
    repliesRenamed: accepted.replies.filter((mark) => new Set(timesOf(mark)).size > 1).length,
    doubled: Number(rows[0]?.doubled),
    differing: rows[0]?.differing ?? true,
  };
}

/** Resolves when the event is a row, to true; to false after `withinMs`. */
export async function untilRow(databaseUrl: string, visitId: string, withinMs: number): Promise<boolean> {
  const sought = { ...nothingAccepted(), visits: [visitId] };
  const isRow = async () => (await stillMissing(databaseUrl, sought)).visits.length === 0;
  return until(isRow, { withinMs, everyMs: 50 });
}

/** A small machine's Postgres has no memory for a million. */
const soughtAtOnce = 20_000;

function stillMissing(databaseUrl: string, accepted: Accepted): Promise<Accepted> {
  return untilAnswered(databaseUrl, async (db) => {
    const missing = nothingAccepted();
    for (const kind of Object.keys(finders) as Kind[]) {
      for (let index = 0; index < accepted[kind].length; index += soughtAtOnce) {
        const sought = accepted[kind].slice(index, index + soughtAtOnce);
        const { rows } = await db.query<{ id: string }>(finders[kind], [sought]);
        const found = new Set(rows.map((row) => row.id));
        for (const id of sought) if (!found.has(id)) missing[kind].push(id);
      }
    }
    return missing;
  });
}

/** Asks again until the server answers: it may have been killed. */
async function untilAnswered<Result>(url: string, ask: (db: pg.Client) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withPostgres(url, ask);
    } catch (error) {
      if (attempt === 150) throw error;
      await wait(200);
    }
  }
}
