import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { atMost } from '../measuring/figures.js';
import { type Answer, timeAnswer } from '../measuring/load.js';
import {
  type Attack,
  countStatus,
  guessFor,
  honestRows,
  serverErrors,
  startHonestVisits,
  tryLogin,
} from './attack.js';

const failures = 1_000_000;
const guesses = 1_500;
const seconds = 10;

/** Enough guesses at once, after enough failures, to keep Postgres from doing anything else. */
export const loginStarvation: Attack = async (baseUrl, { databaseUrl, environment }) => {
  await addFailures(databaseUrl);
  const attacker = new Pool(baseUrl, { connections: guesses, headersTimeout: 60_000 });
  const others = new Pool(baseUrl, { connections: 20, headersTimeout: 60_000 });
  const stopHonest = startHonestVisits(baseUrl, 50);
  try {
    const flood = guessFor(seconds, attacker, guesses, (n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    const texts: Answer[] = [];
    const owner: Answer[] = [];
    for (let n = 0; n < seconds; n += 1) {
      await wait(800);
      owner.push(await tryLogin(others, environment['ADMIN_SECRET_KEY'], `198.51.100.${n + 1}`));
      texts.push(await timeAnswer(others, { method: 'GET', path: '/api/admin/translations' }));
    }
    const answers = await flood;
    return [
      { what: 'guesses answered', value: answers.length, more: { 'of them 401': countStatus(401, answers) } },
      atMost("the owner's logins refused", owner.length - countStatus(200, owner), 0),
      atMost("the owner's login, slowest", slowest(owner), 1_000, 'ms'),
      atMost('texts refused', texts.length - countStatus(200, texts), 0),
      atMost('texts, slowest', slowest(texts), 1_000, 'ms'),
      ...honestRows(await stopHonest()),
      serverErrors(answers),
    ];
  } finally {
    await attacker.destroy();
    await others.destroy();
  }
};

const slowest = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms));

/** Failed logins from a million addresses within the last ten minutes. */
async function addFailures(databaseUrl: string): Promise<void> {
  await withPostgres(databaseUrl, (db) =>
    db.query(
      `insert into login_failures (address_key, failed_at)
      select sha256(n::text::bytea), now() - n % 600 * interval '1 second' from generate_series(1, $1::int) as n`,
      [failures],
    ),
  );
}
