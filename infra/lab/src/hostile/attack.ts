import { Pool } from 'undici';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { browser } from '@voordeur/e2e/helpers/post.js';
import {
  type Answer,
  forSeconds,
  postTo,
  repeatAtOnce,
  sendVisits,
  type VisitLoad,
} from '../measuring/load.js';

/**
 * An attack, and how the product must do meanwhile: called with a fresh stack, which is
 * stopped afterwards. Throws only when the attack itself couldn't run.
 */
export type Attack = (baseUrl: string, settings: Settings) => Promise<Row[]>;

/** 127.0.0.1 is a trusted proxy here, so it may say that a request comes from this address. */
export const cameFrom = (address: string) => ({ 'x-forwarded-for': address });

export function tryLogin(pool: Pool, secretKey = '', address: string): Promise<Answer> {
  return postTo(pool, '/api/admin/login', { secretKey }, cameFrom(address));
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

/** At 100 a second that is 150 a minute each, half of what one address may send. */
const visitors = 40;

/**
 * Posts page views at a steady rate from forty addresses that no attacker has, until the function that it returns is
 * called.
 */
export function startHonestVisits(baseUrl: string, perSecond: number): () => Promise<VisitLoad> {
  const pool = new Pool(baseUrl, { connections: 4 * visitors, headersTimeout: 30_000 });
  let isStopped = false;
  const sending = sendVisits(
    perSecond,
    () => !isStopped,
    (index) => {
      const visit = { page: `/honest-${index % 50}`, language: 'ENG' };
      const address = `203.0.113.${(index % visitors) + 1}`;
      return postTo(pool, '/api/visit', visit, { 'user-agent': browser, ...cameFrom(address) });
    },
  );
  return async () => {
    isStopped = true;
    const load = await sending;
    await pool.close();
    return load;
  };
}

/** How honest visitors fared, and where it is given what their 95th percentile may be. */
export function honestRows({ accepted, refused, latenciesMs }: VisitLoad, mostMs?: number): Row[] {
  const p95: Row = { what: 'honest visits, 95th percentile', value: percentile(latenciesMs, 95), unit: 'ms' };
  return [
    { what: 'honest visits accepted', value: accepted },
    atMost('honest visits refused', refused, 0),
    mostMs === undefined ? p95 : { ...p95, target: { atMost: mostMs } },
  ];
}
