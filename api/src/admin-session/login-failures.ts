import type { DataSource, EntityManager } from 'typeorm';

export interface LockoutRule {
  /** This many failures within the lockout's length lock an address out. */
  mostFailures: number;
  lockoutMinutes: number;
}

export type LoginOutcome =
  | { kind: 'open' }
  | { kind: 'locked'; leftMs: number }
  /** `recent`: failures of all addresses within ten minutes, this one included. */
  | { kind: 'failed'; recent: number };

/**
 * Judges one attempt of an address (its keyed hash). Attempts of one address take turns, so guesses sent at
 * once count one by one. `open` runs in the same transaction when the key was right and nothing is locked.
 */
export async function judgeLogin(
  db: DataSource,
  addressKey: Buffer,
  keyIsRight: boolean,
  rule: LockoutRule,
  open: (tx: EntityManager) => Promise<void>,
): Promise<LoginOutcome> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `voordeur/login/${addressKey.toString('hex')}`,
    ]);
    const leftMs = await lockedForMs(tx, addressKey, rule);
    if (leftMs > 0) return { kind: 'locked', leftMs };
    if (!keyIsRight) return { kind: 'failed', recent: await recordFailure(tx, addressKey, rule) };
    await tx.query('delete from login_failures where address_key = $1', [addressKey]);
    await open(tx);
    return { kind: 'open' };
  });
}

/** Lifts every lockout; answers how many addresses had failures. */
export async function forgetFailures(db: DataSource): Promise<number> {
  const [row] = await db.query<{ addresses: string }[]>(
    `with gone as (delete from login_failures returning address_key)
    select count(distinct address_key) as addresses from gone`,
  );
  return Number(row?.addresses ?? 0);
}

/**
 * An attempt that is locked out leaves no row, so the newest failure is the one that may have filled the count:
 * the lockout runs from it, and failures older than its length do not count towards it.
 * clock_timestamp(), for now() is when the transaction began to wait for its turn.
 */
async function lockedForMs(tx: EntityManager, addressKey: Buffer, rule: LockoutRule): Promise<number> {
  const [row] = await tx.query<{ failures: number; left_ms: number }[]>(
    `with newest as (select max(failed_at) as at from login_failures where address_key = $1)
    select count(*)::int as failures,
      (extract(epoch from newest.at + $2 * interval '1 minute' - clock_timestamp()) * 1000)::float8 as left_ms
    from login_failures join newest on failed_at > newest.at - $2 * interval '1 minute'
    where address_key = $1
    group by newest.at`,
    [addressKey, rule.lockoutMinutes],
  );
  return row && row.failures >= rule.mostFailures ? row.left_ms : 0;
}

/** Failures take turns over all addresses too, so that each sees all before it. */
async function recordFailure(tx: EntityManager, addressKey: Buffer, rule: LockoutRule): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('voordeur/login-failures', 0))`);
  await tx.query(
    `delete from login_failures
    where failed_at < clock_timestamp() - greatest(2 * $1 * interval '1 minute', interval '10 minutes')`,
    [rule.lockoutMinutes],
  );
  await tx.query('insert into login_failures (address_key, failed_at) values ($1, clock_timestamp())', [
    addressKey,
  ]);
  const [row] = await tx.query<{ recent: number }[]>(
    `select count(*)::int as recent from login_failures
    where failed_at > clock_timestamp() - interval '10 minutes'`,
  );
  return row?.recent ?? 1;
}
