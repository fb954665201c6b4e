import type { Pool } from 'undici';
import type { Settings } from '../local/settings.js';
import { atMost, type Row } from '../measuring/figures.js';
import { type Answer, forSeconds, repeatAtOnce, timeAnswer } from '../measuring/load.js';

/** What a hostile client can do, and what the product must look like while it does. */
export interface Attack {
  name: string;
  /** Settings of its stack beyond those of the tests, by their names in .env. */
  settings?: Record<string, string>;
  /** Called with a fresh stack, which is stopped afterwards. Throws only when the attack itself couldn't run. */
  run(baseUrl: string, settings: Settings): Promise<Row[]>;
}

/** One post; `address` is who it claims to come from, which a trusted proxy may say. */
export function postFrom(address: string, pool: Pool, path: string, body: object): Promise<Answer> {
  return timeAnswer(pool, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

export function tryLogin(pool: Pool, secretKey = '', address: string): Promise<Answer> {
  return postFrom(address, pool, '/api/admin/login', { secretKey });
}

/** Guesses without a pause, `atOnce` at a time, for so long; each from an address of its own. */
export function guessFor(
  seconds: number,
  pool: Pool,
  atOnce: number,
  addressOf: (index: number) => string,
): Promise<Answer[]> {
  return repeatAtOnce(atOnce, forSeconds(seconds), (index) =>
    tryLogin(pool, 'a wrong guess', addressOf(index)),
  );
}

export function countStatus(wanted: number, answers: Answer[]): number {
  return answers.filter(({ status }) => status === wanted).length;
}

export function serverErrors(answers: Answer[]): Row {
  const failed = answers.filter(({ status }) => status === 0 || status >= 500);
  return atMost('answers 5xx, or none at all', failed.length, 0);
}
