import { createTestDatabase } from '@voordeur/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetFailures, judgeLogins, type LoginAttempt, slowDownMs } from './login-failures.js';

/*
 * The rules of the lockout, on the table itself; admin-session.int.spec.ts sees them through the api.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.dataSource.query('truncate login_failures restart identity'));

interface Guess extends LoginAttempt {
  /** The outcome when nothing is locked. */
  is: 'right' | 'wrong' | 'half' | 'broken';
}
const keyOf = (name: string) => Buffer.from(name.padEnd(16));
const guess = (is: Guess['is'], address = 'a', network?: string): Guess => ({
  is,
  address: keyOf(address),
  network: network === undefined ? null : keyOf(network),
});
const wrong = (times: number, address?: string, network?: string) =>
  Array.from({ length: times }, () => guess('wrong', address, network));

const rule = { maxFailures: 3, lockoutMinutes: 15 };
const lockoutMs = 15 * 60_000;
const locked: string[] = [];
beforeEach(() => {
  locked.length = 0;
});

async function judge(guesses: Guess[], given = rule) {
  return judgeLogins<Guess, string>(database.dataSource, guesses, given, {
    check: (_tx, { is, address }) => {
      if (is === 'wrong') return Promise.resolve(null);
      if (is === 'broken') return Promise.reject(new Error('broken'));
      if (is === 'half') return Promise.resolve({ kind: 'code-needed' });
      return Promise.resolve({ kind: 'proved', result: `welcome ${address.toString().trim()}` });
    },
    onLocked: (_tx, { address }) => {
      locked.push(address.toString().trim());
      return Promise.resolve();
    },
  });
}
const kinds = async (guesses: Guess[]) => (await judge(guesses)).map(({ kind }) => kind);
const stored = async () => (await database.dataSource.query<unknown[]>('select from login_failures')).length;
/** As if all that happened had happened that much earlier. */
const letPass = (seconds: number) =>
  database.dataSource.query(`update login_failures set failed_at = failed_at - $1 * interval '1 second'`, [
    seconds,
  ]);

it.each([
  [1, 0],
  [49, 0],
  [50, 100],
  [51, 200],
  [98, 4_900],
  [99, 5_000],
  [10_000, 5_000],
])('failure %i waits %i ms', (failures, ms) => {
  expect(slowDownMs(failures)).toBe(ms);
});

describe('an address', () => {
  it('is locked by its last allowed failure, said once, and then whatever comes', async () => {
    expect(await kinds(wrong(2))).toEqual(['failed', 'failed']);
    expect(locked).toEqual([]);
    expect(await kinds([...wrong(2), guess('right'), guess('half')])).toEqual([
      'failed',
      'locked',
      'locked',
      'locked',
    ]);
    expect(await kinds([guess('right'), guess('right', 'b')])).toEqual(['locked', 'proved']);
    expect(locked).toEqual(['a']);
    expect(await stored()).toBe(3);
  });

  it('gets the time that is left, and is free at its end', async () => {
    await judge(wrong(3));
    await letPass(60);
    const [outcome] = await judge([guess('right')]);
    const leftMs = outcome?.kind === 'locked' ? outcome.leftMs : 0;
    expect(leftMs).toBeLessThanOrEqual(lockoutMs - 60_000);
    expect(leftMs).toBeGreaterThan(lockoutMs - 90_000);
    await letPass(14 * 60);
    expect(await judge([guess('right')])).toEqual([{ kind: 'proved', result: 'welcome a' }]);
  });

  it('is locked by failures within the length of a lockout, and by no older ones', async () => {
    await judge(wrong(1));
    await letPass(15 * 60);
    expect(await kinds(wrong(3))).toEqual(['failed', 'failed', 'failed']);
    expect(await kinds(wrong(1))).toEqual(['locked']);
  });

  it('starts again after a right key, which is the only thing that clears it', async () => {
    expect(await kinds([...wrong(2), guess('half'), ...wrong(1, 'b')])).toEqual([
      'failed',
      'failed',
      'code-needed',
      'failed',
    ]);
    expect(await stored()).toBe(3);
    expect(await kinds([guess('right'), ...wrong(2)])).toEqual(['proved', 'failed', 'failed']);
    expect(await stored()).toBe(3);
    expect(await kinds([guess('right', 'b'), guess('right')])).toEqual(['proved', 'proved']);
    expect(await stored()).toBe(0);
  });

  it('starts again within one batch too, and others keep what they have', async () => {
    expect(await kinds([...wrong(2), ...wrong(2, 'b'), guess('right'), ...wrong(1)])).toEqual([
      ...Array<string>(4).fill('failed'),
      'proved',
      'failed',
    ]);
    expect(await stored()).toBe(3);
    expect(await kinds([...wrong(3), ...wrong(2, 'b')])).toEqual([
      'failed',
      'failed',
      'locked',
      'failed',
      'locked',
    ]);
  });
});

it('counts an attempt that throws as a failure, and judges the others in its batch', async () => {
  const broken = guess('broken');
  expect(await kinds([broken, broken, guess('right', 'b'), broken, broken, ...wrong(1, 'c')])).toEqual([
    ...['threw', 'threw', 'proved', 'threw', 'locked', 'failed'],
  ]);
  expect(locked).toEqual(['a']);
});

it('counts guesses that come at once one by one', async () => {
  const outcomes = await Promise.all(wrong(6).map((one) => judge([one])));
  const found = outcomes.flat().map(({ kind }) => kind);
  expect(found.sort()).toEqual([...Array<string>(3).fill('failed'), ...Array<string>(3).fill('locked')]);
  expect(locked).toEqual(['a']);
});

describe('a network', () => {
  it('has ten times as many failures, of all its addresses together', async () => {
    const each = Array.from({ length: 15 }, (_, index) => wrong(2, `address ${index}`, 'n')).flat();
    expect(await kinds(each.slice(0, 29))).toEqual(Array(29).fill('failed'));
    expect(await kinds(each.slice(29))).toEqual(['failed']);
    expect(locked).toEqual(['address 14']);
    expect(await kinds([guess('right', 'another', 'n'), guess('right', 'another', 'm')])).toEqual([
      'locked',
      'proved',
    ]);
  });
});

it('counts the failures of ten minutes, of every address, up to where waits stop growing', async () => {
  expect(await judge([...wrong(1), ...wrong(1, 'b')])).toEqual([
    { kind: 'failed', recent: 1 },
    { kind: 'failed', recent: 2 },
  ]);
  await letPass(9 * 60);
  expect(await judge(wrong(1))).toEqual([{ kind: 'failed', recent: 3 }]);
  await letPass(61);
  expect(await judge(wrong(1, 'c'))).toEqual([{ kind: 'failed', recent: 2 }]);
  await database.dataSource.query(
    `insert into login_failures (address_key) select '\\x00' from generate_series(1, 500)`,
  );
  expect(await judge(wrong(1, 'd'))).toEqual([{ kind: 'failed', recent: 100 }]);
});

it('keeps a failure for twice the length of a lockout, and for ten minutes', async () => {
  const keptOf = async (seconds: number, lockoutMinutes: number) => {
    await database.dataSource.query('truncate login_failures');
    const given = { maxFailures: 3, lockoutMinutes };
    await judge(wrong(2), given);
    await letPass(seconds);
    await judge(wrong(1, 'b'), given);
    return (await stored()) - 1;
  };
  expect(await keptOf(30 * 60 - 30, 15)).toBe(2);
  expect(await keptOf(30 * 60 + 30, 15)).toBe(0);
  expect(await keptOf(9 * 60, 1)).toBe(2);
  expect(await keptOf(11 * 60, 1)).toBe(0);
});

it('keeps the newest 100,000 failures, and removes no more at a time than delays nobody', async () => {
  await database.dataSource.query(
    `insert into login_failures (address_key) select '\\x00' from generate_series(1, 100150)`,
  );
  await judge(wrong(1));
  expect(await stored()).toBe(100_151 - 102);
  await judge(wrong(1, 'b'));
  expect(await stored()).toBe(100_000);
});

it('forgets every failure, and says of how many addresses', async () => {
  await judge([...wrong(3), ...wrong(1, 'b')]);
  expect(await forgetFailures(database.dataSource)).toBe(2);
  expect(await kinds([guess('right')])).toEqual(['proved']);
  expect(await forgetFailures(database.dataSource)).toBe(0);
});
