import { setTimeout as wait } from 'node:timers/promises';
import { goalBit } from '@voordeur/contracts/http';
import type pg from 'pg';
import type { startSmtpReceiver } from '@voordeur/worker/tools';
import { post } from '@voordeur/e2e/helpers/post.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Accepted, type Kind, type Load, nothingAccepted, ownConnection, underLoad } from './load.js';
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
 * `doubled`: rows of one mark beyond its first, and events that are both a row and set aside. `figures` and `sessions`: whether
 * any isn't what a recount of the rows says, that of sessions in another way than the worker's: each page view with the one before it.
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
      <> (select coalesce(sum(watched_seconds), 0) from video_views) as figures,
    (select (count(*), coalesce(sum(page_views), 0), coalesce(sum(extract(epoch from ended_at - started_at)), 0)) from sessions)
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
        and exists (select from sessions where sessions.visitor = encode(reached_goals.visitor, 'hex')::uuid)) as sessions`;

/** A stack under load. */
interface Target {
  baseUrl: string;
  databaseUrl: string;
  /** Without one, webhooks aren't looked for. */
  receiver?: Receiver;
  /** Without one, replies aren't looked for. */
  mailServer?: Awaited<ReturnType<typeof startSmtpReceiver>>;
  /** The version that runs makes sessions at night, so they aren't compared. */
  sessionsAreLate?: boolean;
}

/**
 * Posts all kinds of events while `work` lasts, then looks for everything that was accepted until all is there, or no more
 * of it came for `withinMs`: what a slow machine is still working on isn't lost.
 */
export async function accountUnderLoad<Result>(
  target: Target,
  perSecond: number,
  withinMs: number,
  work: () => Promise<Result>,
  options: Load = {},
) {
  const { accepted, refused, result } = await underLoad(target.baseUrl, perSecond, work, options);
  const found = await account(target, accepted, withinMs);
  const refusedAll = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return { ...found, accepted: Object.values(accepted).flat().length, refused, refusedAll, result };
}

/** The same for what was accepted before. */
export async function account(
  { databaseUrl, receiver, mailServer, sessionsAreLate = false }: Omit<Target, 'baseUrl'>,
  accepted: Accepted,
  withinMs: number,
) {
  let missing = accepted;
  /** The Message-IDs that a reply was accepted under, one for each time. */
  const timesOf = (mark: string) =>
    (mailServer?.mails ?? [])
      .filter(({ parsed }) => parsed.text?.includes(mark))
      .map(({ parsed }) => parsed.messageId);
  const count = () => ({
    /** Accepted, and neither a row nor set aside. */
    lost: Object.values(missing).flat().length,
    /** Leads whose webhook has not arrived. */
    undelivered: accepted.leads.filter((id) => receiver?.arrived.has(id) === false).length,
    /** Replies that the mail server has not got. */
    repliesLost: mailServer ? accepted.replies.filter((mark) => timesOf(mark).length === 0).length : 0,
  });
  let fewest = Infinity;
  const areFewerMissing = async () => {
    missing = await stillMissing(databaseUrl, missing);
    const { lost, undelivered, repliesLost } = count();
    const isFewer = lost + undelivered + repliesLost < fewest;
    if (isFewer) fewest = lost + undelivered + repliesLost;
    return isFewer;
  };
  while (fewest > 0 && (await until(areFewerMissing, { withinMs, everyMs: 200 }))) continue;
  const { rows } = await untilAnswered(databaseUrl, (db) =>
    db.query<{ doubled: string; figures: boolean; sessions: boolean }>(stateSql),
  );
  const [state] = rows;
  const counts = {
    ...count(),
    doubled: Number(state?.doubled),
    /** Leads that arrived under more than one `webhook-id`. */
    deliveredTwice: [...(receiver?.arrived.values() ?? [])].filter((webhookIds) => webhookIds.size > 1)
      .length,
    /** Replies that came under more than one Message-ID, so a mail program can't tell that they are one. */
    repliesRenamed: accepted.replies.filter((mark) => new Set(timesOf(mark)).size > 1).length,
    /** Whether any figure isn't what a recount of the rows says. */
    differing: Number((state?.figures ?? true) || (!sessionsAreLate && (state?.sessions ?? true))),
  };
  return {
    ...counts,
    isRight: Object.values(counts).every((one) => one === 0),
    /** Found by their marks. */
    missing,
    /** How often the mail server got the reply that it got most often. */
    repliesAtMost: Math.max(0, ...accepted.replies.map((mark) => timesOf(mark).length)),
  };
}

/** Seconds until a visit posted from now on is a row; Infinity where none becomes one in time. */
export async function measureRecovery(
  baseUrl: string,
  databaseUrl: string,
  withinMs: number,
): Promise<number> {
  const startMs = performance.now();
  let id: string | null = null;
  const isAccepted = async () =>
    (id = await post(`${baseUrl}/api/visit`, { page: '/drill-recovery' }, ownConnection)) !== null;
  const isRow = async () =>
    (await stillMissing(databaseUrl, { ...nothingAccepted(), visits: [id ?? ''] })).visits.length === 0;
  const hasRecovered =
    (await until(isAccepted, { withinMs, everyMs: 50 })) && (await until(isRow, { withinMs, everyMs: 50 }));
  return hasRecovered ? (performance.now() - startMs) / 1_000 : Infinity;
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
