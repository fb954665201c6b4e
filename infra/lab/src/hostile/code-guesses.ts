import { TOTP, URI } from 'otpauth';
import { Pool } from 'undici';
import { logIn } from '@voordeur/e2e/helpers/clients.js';
import { atMost } from '../measuring/figures.js';
import { type Answer, forSeconds, postTo, repeatAtOnce } from '../measuring/load.js';
import { type Attack, cameFrom, countStatus, serverErrors } from './attack.js';

const guesses = 4_000;
/** The wave alone takes less than ten of them. */
const seconds = process.env['LONG'] === '1' ? 90 : 10;
const owner = cameFrom('198.51.100.7');

/** Someone who has the key guesses codes of the second factor, all at once and then on, each from a network of its own. */
export const codeGuesses: Attack = async (baseUrl, { environment }) => {
  const secretKey = environment['ADMIN_SECRET_KEY'];
  const headers = {
    authorization: `Bearer ${await logIn(baseUrl, secretKey)}`,
    'content-type': 'application/json',
  };
  const attacker = new Pool(baseUrl, { connections: guesses, headersTimeout: 90_000 });
  const others = new Pool(baseUrl, { connections: 1, headersTimeout: 90_000 });
  try {
    const path = '/api/admin/second-factor';
    const begun = await others.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify({ secretKey }),
    });
    const totp = URI.parse(((await begun.body.json()) as { address: string }).address) as TOTP;
    // A code is good once, and these three are accepted now.
    const startMs = Date.now();
    const [past, present, future] = [-30_000, 0, 30_000].map((ms) =>
      totp.generate({ timestamp: startMs + ms }),
    );
    const confirm = {
      method: 'POST',
      path: `${path}/confirm`,
      headers,
      body: JSON.stringify({ code: past }),
    } as const;
    await (await others.request(confirm)).body.dump();
    const logInAsOwner = (code?: string): Promise<Answer> =>
      postTo(others, '/api/admin/login', { secretKey, code }, owner);
    const before = await logInAsOwner(present);
    const guess = (n: number) =>
      postTo(
        attacker,
        '/api/admin/login',
        { secretKey, code: String((n * 7_919) % 1_000_000).padStart(6, '0') },
        cameFrom(`2001:${(0xdb8 + (n >> 16)).toString(16)}:${(n & 0xffff).toString(16)}::1`),
      );
    const isGoing = forSeconds(seconds);
    const wave = Array.from({ length: guesses }, (_, n) => guess(n));
    await Promise.race(wave);
    const during = await logInAsOwner(future);
    const answers = await Promise.all(wave);
    answers.push(...(await repeatAtOnce(20, isGoing, (n) => guess(guesses + n))));
    return [
      { what: 'guesses answered', value: answers.length, more: { 'of them 429': countStatus(429, answers) } },
      atMost(`guesses judged in ${seconds} s`, countStatus(401, answers) + countStatus(200, answers), 20),
      atMost("the owner's logins refused", 2 - countStatus(200, [before, during]), 0),
      atMost("the owner's login meanwhile", during.ms, 10_000, 'ms'),
      serverErrors(answers),
    ];
  } finally {
    await attacker.destroy();
    await others.destroy();
  }
};
