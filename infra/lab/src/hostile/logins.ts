import { setTimeout as wait } from 'node:timers/promises';
import { TOTP, URI } from 'otpauth';
import { call, logIn } from '@voordeur/e2e/helpers/clients.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { atMost, type Row } from '../measuring/figures.js';
import { type Answer, forSeconds, repeatAtOnce } from '../measuring/load.js';
import { type Attack, countStatus, isLong } from './attack.js';

const login = '/api/admin/login';
const wrong = { secretKey: 'a wrong guess' };

function ownerRows(logins: Answer[], mostMs: number): Row[] {
  return [
    atMost("the owner's logins refused", logins.length - countStatus(200, logins), 0),
    atMost("the owner's login, slowest", Math.max(...logins.map(({ ms }) => ms)), mostMs, 'ms'),
  ];
}

/** Enough guesses at once, after a million failures of the last ten minutes, to keep Postgres from doing anything else. */
export const loginStarvation: Attack = async ({ post, get, settings }) => {
  const { databaseUrl, environment } = settings;
  await withPostgres(databaseUrl, (db) =>
    db.query(
      `insert into login_failures (address_key, failed_at)
      select sha256(n::text::bytea), now() - n % 600 * interval '1 second' from generate_series(1, 1000000) as n`,
    ),
  );
  const guess = (n: number) => post(login, wrong, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  // A few first: what compiling the code takes says nothing of the floods that follow.
  await Promise.all(Array.from({ length: 300 }, (_, n) => guess(n)));
  const flood = repeatAtOnce(1_500, forSeconds(10), (n) => guess(300 + n));
  const owner: Answer[] = [];
  const texts: Answer[] = [];
  for (let n = 1; n <= 10; n += 1) {
    await wait(800);
    owner.push(await post(login, { secretKey: environment['ADMIN_SECRET_KEY'] }, `198.51.100.${n}`));
    texts.push(await get('/api/admin/translations'));
  }
  const answers = await flood;
  return [
    { what: 'guesses answered', value: answers.length, more: { 'of them 401': countStatus(401, answers) } },
    // Her first one meets 1,500 at once, sent by the same two cores.
    ...ownerRows(owner, 2_000),
    atMost('texts refused', texts.length - countStatus(200, texts), 0),
    atMost('texts, slowest', Math.max(...texts.map(({ ms }) => ms)), 1_000, 'ms'),
  ];
};

/** The wave alone takes less than ten of them. */
const guessingSeconds = isLong ? 90 : 10;

/** Someone who has the key guesses codes of the second factor, 4,000 at once and then on, each from a network of its own. */
export const codeGuesses: Attack = async ({ baseUrl, post, settings }) => {
  const secretKey = settings.environment['ADMIN_SECRET_KEY'];
  const url = `${baseUrl}/api/admin/second-factor`;
  const token = await logIn(baseUrl, secretKey);
  const { address } = (await (await call(url, token, 'POST', { secretKey })).json()) as { address: string };
  const totp = URI.parse(address) as TOTP;
  // A code is good once, and these three are accepted now.
  const startMs = Date.now();
  const [past, present, future] = [-30_000, 0, 30_000].map((ms) =>
    totp.generate({ timestamp: startMs + ms }),
  );
  await call(`${url}/confirm`, token, 'POST', { code: past });
  const logInAsOwner = (code?: string) => post(login, { secretKey, code }, '198.51.100.7');
  const guess = (n: number) =>
    post(
      login,
      { secretKey, code: String((n * 7_919) % 1_000_000).padStart(6, '0') },
      `2001:${(0xdb8 + (n >> 16)).toString(16)}:${(n & 0xffff).toString(16)}::1`,
    );

  const before = await logInAsOwner(present);
  const isGoing = forSeconds(guessingSeconds);
  const wave = Array.from({ length: 4_000 }, (_, n) => guess(n));
  await Promise.race(wave);
  const during = await logInAsOwner(future);
  const answers = await Promise.all(wave);
  answers.push(...(await repeatAtOnce(20, isGoing, (n) => guess(wave.length + n))));
  const judged = countStatus(401, answers) + countStatus(200, answers);
  return [
    { what: 'guesses answered', value: answers.length, more: { 'of them 429': countStatus(429, answers) } },
    atMost(`guesses judged in ${guessingSeconds} s`, judged, 20),
    ...ownerRows([before, during], 10_000),
  ];
};
