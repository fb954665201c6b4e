import { setTimeout as wait } from 'node:timers/promises';
import { goalBit } from '@voordeur/contracts/http';
import { unpackColumns } from '@voordeur/server';
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
 * `doubled`: rows of one mark beyond its first, and events that are both a row and set aside. `figures`: whether any isn't what a
 * recount of the rows says. The sessions are counted in another way than the worker's: each page view with the one before it.
 */
const stateSql = `
  with gaps as (
    select occurred_at - lag(occurred_at) over (partition by visitor order by occurred_at) as gap
    from visits where bot_reason is null)
  select (select count(*) - count(distinct page) from visits where page like '/drill/%')
    + (select count(*) - count(distinct idea) from leads where email like 'drill-%')
    + (select count(*) from rejected_events where id in (select id from visits union all select id from leads
      union all select lead_id from reached_goals))
    + (select count(*) - count(distinct lead_id) from reached_goals where goal in ('calendar-opened', 'form-opened'))
    as doubled,
    (select coalesce(sum(people), 0) from days) <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(views), 0) from values_by_month where dimension = 'page')
      <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(bots), 0) from days) <> (select count(*) from visits where bot_reason is not null)
    or (select coalesce(sum(visitors), 0) from days)
      <> (select count(distinct (visitor, (occurred_at at time zone settings.value)::date))
        from visits, settings where visitor is not null and settings.name = 'time_zone')
    or (select coalesce(sum(views), 0) from videos_by_day) <> (select count(*) from video_views)
    or (select coalesce(sum(watched_seconds), 0) from videos_by_day)
      <> (select coalesce(sum(watched_seconds), 0) from video_views) as figures,
    (select count(*) filter (where gap is null or gap > interval '30 minutes') from gaps)::float8 as sessions,
    (select coalesce(sum(extract(epoch from gap)) filter (where gap <= interval '30 minutes'), 0) from gaps)::float8 as seconds,
    (select coalesce(sum(watched_seconds), 0) from video_views where visitor in (select visitor from visits))::float8 as watched,
    (select count(distinct visitor) from reached_goals where goal = 'form-opened'
      and visitor in (select visitor from visits))::float8 as opened`;

interface State extends SessionSums {
  doubled: string;
  figures: boolean;
}

/** Sums over the sessions of all days. */
interface SessionSums {
  sessions: number;
  seconds: number;
  watched: number;
  /** Visitors who opened a form. */
  opened: number;
}

async function sumSessions(db: pg.Client): Promise<SessionSums> {
  const { rows } = await db.query<{ packed: string }>('select packed from sessions_by_day');
  const sums = { sessions: 0, seconds: 0, watched: 0, opened: 0 };
  for (const { packed } of rows) {
    const { visitor, lasted, videoSeconds, goals } = unpackColumns(packed).numbers;
    sums.sessions += visitor.length;
    for (const ms of lasted) sums.seconds += ms / 1_000;
    for (const seconds of videoSeconds) sums.watched += seconds;
    const isOpener = (_: number, session: number) => ((goals[session] ?? 0) & goalBit('form-opened')) !== 0;
    sums.opened += new Set(visitor.filter(isOpener)).size;
  }
  return sums;
}

/** Reads it once every day is built that has changed, or a minute has passed. */
async function readState(db: pg.Client): Promise<State & { isSame: boolean }> {
  const isBuilt = async () => (await db.query('select from changed_days limit 1')).rowCount === 0;
  await until(isBuilt, { withinMs: 60_000, everyMs: 200 });
  const { rows } = await db.query<State>(stateSql);
  const [state] = rows;
  if (!state) throw new Error('no state');
  const kept = await sumSessions(db);
  const isSame =
    kept.sessions === state.sessions &&
    kept.watched === state.watched &&
    kept.opened === state.opened &&
    Math.abs(kept.seconds - state.seconds) < 0.01;
  return { ...state, isSame };
}

/** A stack under load. */
interface Target {
  baseUrl: string;
  databaseUrl: string;
  /** Without one, webhooks aren't looked for. */
  receiver?: Receiver;
  /** Without one, replies aren't looked for. */
  mailServer?: Awaited<ReturnType<typeof startSmtpReceiver>>;
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
  { databaseUrl, receiver, mailServer }: Omit<Target, 'baseUrl'>,
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
  const state = await untilAnswered(databaseUrl, readState);
  const counts = {
    ...count(),
    doubled: Number(state.doubled),
    /** Leads that arrived under more than one `webhook-id`. */
    deliveredTwice: [...(receiver?.arrived.values() ?? [])].filter((webhookIds) => webhookIds.size > 1)
      .length,
    /** Replies that came under more than one Message-ID, so a mail program can't tell that they are one. */
    repliesRenamed: accepted.replies.filter((mark) => new Set(timesOf(mark)).size > 1).length,
    /** Whether any figure isn't what a recount of the rows says. */
    differing: Number(state.figures || !state.isSame),
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
