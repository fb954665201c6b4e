import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { browser } from '@voordeur/e2e/helpers/post.js';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { until } from '@voordeur/operate/local/until.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { type Answer, postTo, sendDuring, timeAnswer, VisitLoad } from '../measuring/load.js';

/** `LONG=1`: as much as a real attack, where 20 s are enough otherwise. */
export const isLong = process.env['LONG'] === '1';

/** A fresh stack with its rate limits on, and ways to attack it. */
interface Target {
  baseUrl: string;
  settings: Settings;
  /** Sends JSON from this address. */
  post: (path: string, body: object, address: string, headers?: object) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  /** The `n` of a query's row. */
  count: (sql: string, values?: unknown[]) => Promise<number>;
  /** Waits until `count` is `wanted` or more. Returns the last count, so less where the time was over. */
  countUntil: (wanted: number, withinMs: number, sql: string, values?: unknown[]) => Promise<number>;
}

/** Attacks, and returns what became of the product meanwhile. Throws only where the attack itself couldn't run. */
export type Attack = (target: Target) => Promise<Row[]>;

/** The stack trusts 127.0.0.1 as a proxy, so requests may name the address they come from. */
export const cameFrom = (address: string) => ({ 'x-forwarded-for': address });

export function countStatus(wanted: number, answers: Answer[]): number {
  return answers.filter(({ status }) => status === wanted).length;
}

/** A stack that has just started renders its pages and compiles its code; one that is attacked has long served visitors. */
const servingMs = 5_000;

/** From forty addresses that no attacker has: each sends a fifth of what it may. */
const honestPerSecond = 40;

export interface Honest {
  /** Each brings a connection of its own, where others keep theirs. */
  areStrangers?: boolean;
  /** Page views of 100 that may be refused; null where the attack is aimed at something else. */
  mostRefused?: number | null;
}

/** Runs an attack during honest page views. Adds how they fared, and the attacker's requests that got a 5xx or no answer. */
export async function strike(
  attack: Attack,
  { areStrangers = false, mostRefused = 0 }: Honest,
  baseUrl: string,
  settings: Settings,
): Promise<Row[]> {
  const attacker = new Pool(baseUrl, { connections: 5_000, headersTimeout: 90_000 });
  const pipelining = areStrangers ? 0 : 1;
  const visitors = new Pool(baseUrl, { connections: 200, pipelining, headersTimeout: 30_000 });
  const answers: Answer[] = [];
  const note = async (asked: Promise<Answer>) => {
    const answer = await asked;
    answers.push(answer);
    return answer;
  };
  const count: Target['count'] = async (sql, values) =>
    Number((await readRow<{ n: string }>(settings.databaseUrl, sql, values)).n);
  const target: Target = {
    ...{ baseUrl, settings, count },
    post: (path, body, address, headers = {}) =>
      note(postTo(attacker, path, body, { 'user-agent': browser, ...cameFrom(address), ...headers })),
    get: (path) => note(timeAnswer(attacker, { method: 'GET', path })),
    async countUntil(wanted, withinMs, sql, values) {
      let found = 0;
      await until(async () => (found = await count(sql, values)) >= wanted, { withinMs, everyMs: 200 });
      return found;
    },
  };
  const load = new VisitLoad();
  const visit = (index: number, dueMs: number) => {
    const body = { page: `/honest-${index % 50}`, language: 'ENG' };
    const headers = { 'user-agent': browser, ...cameFrom(`203.0.113.${(index % 40) + 1}`) };
    return load.count(postTo(visitors, '/api/visit', body, headers), dueMs);
  };
  try {
    const attackLater = () => wait(servingMs).then(() => attack(target));
    const rows = await sendDuring(attackLater, honestPerSecond, visit);
    const { accepted, refused, latenciesMs } = load;
    const failed = answers.filter(({ status }) => status === 0 || status >= 500);
    return [
      ...rows,
      atMost('answers 5xx, or none at all', failed.length, 0),
      { what: 'honest page views accepted', value: accepted },
      {
        ...{ what: 'honest page views refused, of 100', value: (100 * refused) / (accepted + refused) },
        ...(mostRefused !== null && { target: { atMost: mostRefused } }),
      },
      { what: 'honest page views, 95th percentile', value: percentile(latenciesMs, 95), unit: 'ms' },
    ];
  } finally {
    await attacker.destroy();
    await visitors.destroy();
  }
}
