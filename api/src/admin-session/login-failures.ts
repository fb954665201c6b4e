import type { DataSource, EntityManager } from 'typeorm';

export interface LockoutRule {
  /** An address with this many failures within `lockoutMinutes` is locked out, and a network with ten times as many. */
  maxFailures: number;
  lockoutMinutes: number;
}

/** Addresses and networks are keyed hashes. */
export interface LoginAttempt {
  address: Buffer;
  /** The /48 of an IPv6 address. */
  network: Buffer | null;
}

export type LoginOutcome<Result> =
  | { kind: 'proved'; result: Result }
  /** The key is right, and a code of the second factor is needed too. */
  | { kind: 'code-needed' }
  | { kind: 'locked'; leftMs: number }
  /** Judging it threw this; it counts as a failure. */
  | { kind: 'threw'; error: unknown }
  /** `recent`: failures of all addresses within ten minutes, including this one, counted up to where waits stop growing. */
  | { kind: 'failed'; recent: number };

const slowDownFrom = 50;
const slowDownStepMs = 100;
const maxSlowDownMs = 5_000;
/** From this failure on, waits no longer grow. */
const slowestFrom = slowDownFrom - 1 + maxSlowDownMs / slowDownStepMs;

/** How long the response to a failed login is delayed if it's the n-th failure of all addresses within ten minutes. */
export function slowDownMs(failures: number): number {
  return Math.min(maxSlowDownMs, Math.max(0, failures - slowDownFrom + 1) * slowDownStepMs);
}

const networkBudget = 10;
/** The oldest are deleted first. That gains no one a guess: it takes this many failures to push one out. */
const maxRows = 100_000;

/**
 * Judges attempts in order, in one transaction at a time across all processes, so that simultaneous guesses count one
 * by one. The work per attempt doesn't grow with the number of failures. `check` runs in the transaction if nothing is
 * locked, and gives null for a failure; one that throws is a failure too, of that attempt alone as long as it leaves the
 * transaction usable. `onLocked` runs if that failure is the one that locks.
 */
export async function judgeLogins<Attempt extends LoginAttempt, Result>(
  db: DataSource,
  attempts: Attempt[],
  { maxFailures, lockoutMinutes }: LockoutRule,
  {
    check,
    onLocked,
  }: {
    check: (
      tx: EntityManager,
      attempt: Attempt,
    ) => Promise<Extract<LoginOutcome<Result>, { kind: 'proved' | 'code-needed' | 'locked' }> | null>;
    onLocked: (tx: EntityManager, attempt: Attempt) => Promise<void>;
  },
): Promise<LoginOutcome<Result>[]> {
  const lockoutMs = lockoutMinutes * 60_000;
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('voordeur/login', 0))`);
    const { nowMs, recent, failedAt } = await readFailures(tx, attempts, maxFailures);
    const outcomes: LoginOutcome<Result>[] = [];
    const cleared: Buffer[] = [];
    let failed: Attempt[] = [];
    let recentFailures = recent;

    for (const attempt of attempts) {
      const counted = [
        { key: attempt.address, max: maxFailures },
        ...(attempt.network ? [{ key: attempt.network, max: maxFailures * networkBudget }] : []),
      ].map(({ key, max }) => ({ times: failedAt(key), max }));
      const leftMs = () =>
        Math.max(...counted.map(({ times, max }) => lockedForMs(times, max, lockoutMs, nowMs)));
      if (leftMs() > 0) {
        outcomes.push({ kind: 'locked', leftMs: leftMs() });
        continue;
      }
      const checked = await check(tx, attempt).catch((error: unknown) => ({ kind: 'threw' as const, error }));
      if (checked) outcomes.push(checked);
      if (checked?.kind === 'proved') {
        failedAt(attempt.address).length = 0;
        cleared.push(attempt.address);
        failed = failed.filter(({ address }) => !address.equals(attempt.address));
      } else if (!checked || checked.kind === 'threw') {
        for (const { times } of counted) times.unshift(nowMs);
        failed.push(attempt);
        recentFailures += 1;
        if (!checked) outcomes.push({ kind: 'failed', recent: recentFailures });
        if (leftMs() > 0) await onLocked(tx, attempt);
      }
    }
    if (cleared.length > 0) {
      await tx.query('delete from login_failures where address_key = any($1::bytea[])', [cleared]);
    }
    if (failed.length > 0) {
      await addFailures(tx, failed, nowMs);
      await removeOldest(tx, lockoutMinutes, 100 + 2 * failed.length);
    }
    return outcomes;
  });
}

/** Lifts every lockout and returns how many addresses had failures. */
export async function forgetFailures(db: DataSource): Promise<number> {
  const [row] = await db.query<{ addresses: string }[]>(
    `with gone as (delete from login_failures returning address_key), codes as (delete from wrong_codes)
    select count(distinct address_key) as addresses from gone`,
  );
  return Number(row?.addresses ?? 0);
}

/**
 * Attempts during a lockout aren't stored, so the newest failure is the one that may have reached the limit: the lockout
 * starts there, and failures older than its length don't count. `times` are newest first.
 */
function lockedForMs(times: number[], max: number, lockoutMs: number, nowMs: number): number {
  const [newest] = times;
  const first = times[max - 1];
  if (newest === undefined || first === undefined || first <= newest - lockoutMs) return 0;
  return newest + lockoutMs - nowMs;
}

/**
 * The newest failures of each address and network, up to the number that locks it out, and the database's time. It's
 * statement_timestamp(), because now() is when the transaction began to wait for the lock, and clock_timestamp() is
 * volatile, so Postgres couldn't use an index for it.
 */
async function readFailures(tx: EntityManager, attempts: LoginAttempt[], maxFailures: number) {
  const [row] = await tx.query<[{ now_ms: number; recent: number }]>(
    `select (extract(epoch from statement_timestamp()) * 1000)::float8 as now_ms, (
      select count(*)::int from (
        select from login_failures where failed_at > statement_timestamp() - interval '10 minutes' limit $1
      ) as recent_ones) as recent`,
    [slowestFrom],
  );
  const rows = await tx.query<{ key: Buffer; times: number[] }[]>(
    `select key, array(
      select (extract(epoch from failed_at) * 1000)::float8 from login_failures
      where address_key = key order by failed_at desc limit $3) as times
    from unnest($1::bytea[]) as key
    union all
    select key, array(
      select (extract(epoch from failed_at) * 1000)::float8 from login_failures
      where network_key = key order by failed_at desc limit $4) as times
    from unnest($2::bytea[]) as key`,
    [
      unique(attempts.map(({ address }) => address)),
      unique(attempts.flatMap(({ network }) => network ?? [])),
      maxFailures,
      maxFailures * networkBudget,
    ],
  );
  const byKey = new Map(rows.map(({ key, times }) => [key.toString('hex'), times]));
  return {
    nowMs: row.now_ms,
    recent: row.recent,
    failedAt: (key: Buffer) => byKey.get(key.toString('hex')) ?? [],
  };
}

async function addFailures(tx: EntityManager, failed: LoginAttempt[], nowMs: number): Promise<void> {
  await tx.query(
    `insert into login_failures (address_key, network_key, failed_at)
    select address_key, network_key, to_timestamp($3::float8 / 1000)
    from unnest($1::bytea[], $2::bytea[]) as failed (address_key, network_key)`,
    [failed.map(({ address }) => address), failed.map(({ network }) => network), nowMs],
  );
}

/** Deletes more rows than were added, so an oversized table shrinks, but few enough that no attempt has to wait. */
async function removeOldest(tx: EntityManager, lockoutMinutes: number, limit: number): Promise<void> {
  await tx.query(
    `delete from login_failures where id in (
      select id from login_failures
      where failed_at < statement_timestamp() - greatest(2 * $1 * interval '1 minute', interval '10 minutes')
      order by failed_at limit $2)`,
    [lockoutMinutes, limit],
  );
  await tx.query(
    `delete from login_failures where id in (
      select id from login_failures
      where id <= (select max(id) from login_failures) - $1::bigint order by id limit $2)`,
    [maxRows, limit],
  );
}

function unique(keys: Buffer[]): Buffer[] {
  return [...new Map(keys.map((key) => [key.toString('hex'), key])).values()];
}
