import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { withPostgres } from '../measuring/clients.js';
import { percentile } from '../measuring/figures.js';
import { type Answer, countStatus, guessFor, isServerError, timeAnswer, tryLogin } from './answers.js';
import { type Attack, atMost, exactly, type Finding, reported, type Target } from './attack.js';
import { startHonestVisits } from './honest-visits.js';

const failures = 1_000_000;
const guesses = 1_500;
const seconds = 10;

/** So many guesses at once, with so many failures before them, that Postgres has time for nothing else. */
export const loginStarvation: Attack = {
  name: 'login-starvation',
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
  run,
};

async function run({ baseUrl, settings }: Target): Promise<Finding[]> {
  await addFailures(settings.databaseUrl);
  const attacker = new Pool(baseUrl, { connections: guesses, headersTimeout: 60_000 });
  const others = new Pool(baseUrl, { connections: 20, headersTimeout: 60_000 });
  const honest = startHonestVisits(baseUrl, 50);
  let sent = 0;
  try {
    const flood = guessFor(attacker, {
      seconds,
      atOnce: guesses,
      nextAddress: () => {
        sent += 1;
        return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
      },
    });
    const texts: Answer[] = [];
    const owner: Answer[] = [];
    for (let n = 0; n < seconds; n += 1) {
      await wait(800);
      owner.push(
        await tryLogin(others, settings.environment['ADMIN_SECRET_KEY'] ?? '', `198.51.100.${n + 1}`),
      );
      texts.push(await timeAnswer(others, { method: 'GET', path: '/api/admin/translations' }));
    }
    const answers = await flood;
    const { accepted, refused, latenciesMs } = await honest.stop();
    return [
      reported(
        'guesses answered',
        `${answers.length}, ${countStatus(answers, (status) => status === 401)} × 401`,
      ),
      exactly(
        "the owner's logins refused",
        countStatus(owner, (status) => status !== 200),
        0,
      ),
      atMost("the owner's login, slowest", Math.max(...owner.map(({ ms }) => ms)), 1_000, 'ms'),
      exactly(
        'texts refused',
        countStatus(texts, (status) => status !== 200),
        0,
      ),
      atMost('texts, slowest', Math.max(...texts.map(({ ms }) => ms)), 1_000, 'ms'),
      reported('honest visits accepted', String(accepted)),
      exactly('honest visits refused', refused, 0),
      reported('honest visits, 95th percentile', `${percentile(latenciesMs, 95).toFixed(1)} ms`),
      exactly('answers 5xx, or none at all', countStatus(answers, isServerError), 0),
    ];
  } finally {
    await attacker.destroy();
    await others.destroy();
  }
}

/** Of a million addresses, within the last ten minutes. */
async function addFailures(databaseUrl: string): Promise<void> {
  await withPostgres(databaseUrl, (db) =>
    db.query(
      `insert into login_failures (address_key, failed_at)
      select sha256(n::text::bytea), now() - n % 600 * interval '1 second' from generate_series(1, $1::int) as n`,
      [failures],
    ),
  );
}
