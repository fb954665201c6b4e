import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'undici';
import { root } from '@voordeur/operate/local/settings.js';

/**
 * Calls `send` at a steady rate while `isWanted`, without waiting for answers, and resolves with all that they resolve to.
 * Count latencies from `dueMs` (of `performance.now()`), so that a stall delays the requests behind it too.
 */
export async function sendSteadily<Answer>(
  perSecond: number,
  isWanted: (sent: number) => boolean,
  send: (index: number, dueMs: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startMs = performance.now();
  while (isWanted(answers.length)) {
    const dueMs = startMs + (answers.length / perSecond) * 1_000;
    if (dueMs <= performance.now()) {
      const answer = send(answers.length, dueMs);
      // It rejects the whole below, once all are sent.
      answer.catch(() => undefined);
      answers.push(answer);
      // A sender that is behind must not keep its answers from coming in.
      await letOthersRun();
    } else {
      await wait(2);
    }
  }
  return Promise.all(answers);
}

/** Calls `send` at a steady rate for as long as `work` takes, and resolves or rejects as `work` does, once all answers are there. */
export async function sendDuring<Result>(
  work: () => Promise<Result>,
  perSecond: number,
  send: (index: number, dueMs: number) => Promise<void>,
): Promise<Result> {
  let isDone = false;
  const sending = sendSteadily(perSecond, () => !isDone, send);
  try {
    return await work();
  } finally {
    isDone = true;
    await sending;
  }
}

/** Page views that were sent. */
export class VisitLoad {
  accepted = 0;
  /** Answers other than 202, and requests without one. */
  refused = 0;
  readonly latenciesMs: number[] = [];

  /** Counts an answer to a request that was due at `dueMs`, when it's here. */
  async count(answer: Promise<Answer>, dueMs: number): Promise<void> {
    if ((await answer).status === 202) this.accepted += 1;
    else this.refused += 1;
    this.latenciesMs.push(performance.now() - dueMs);
  }
}

/** Calls `look` every `everyMs` until `work` has ended, and resolves to its result. */
export async function lookWhile<Result>(
  work: Promise<Result>,
  look: () => void | Promise<void>,
  everyMs = 500,
): Promise<Result> {
  while (await Promise.race([work.then(() => false), wait(everyMs, true)])) await look();
  return work;
}

/** Calls `work` again and again, `atOnce` at a time, while `isWanted` says so; resolves with all results. */
export async function repeatAtOnce<Result>(
  atOnce: number,
  isWanted: (begun: number) => boolean,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let begun = 0;
  const repeat = async () => {
    while (isWanted(begun)) results.push(await work(begun++));
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return results;
}

/**
 * Does each of these once a round, each time in the other direction, so that what drifts falls on all alike. Resolves to
 * the results of each.
 */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  works: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(works) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await works[name]());
  return results;
}

/** True until `count` have started. */
export const upTo = (count: number) => (begun: number) => begun < count;

/** True until `seconds` have passed. */
export function forSeconds(seconds: number): () => boolean {
  const endMs = performance.now() + seconds * 1_000;
  return () => performance.now() < endMs;
}

export interface Answer {
  /** 0 where the connection ended instead. */
  status: number;
  ms: number;
}

/** Sends a request and reads its whole answer. */
export async function timeAnswer(pool: Pool, options: Parameters<Pool['request']>[0]): Promise<Answer> {
  const startMs = performance.now();
  let status = 0;
  try {
    const { statusCode, body } = await pool.request(options);
    await body.dump();
    status = statusCode;
  } catch {
    // Counted as 0.
  }
  return { status, ms: performance.now() - startMs };
}

/** Sends JSON, and reads the whole answer. */
export function postTo(pool: Pool, path: string, body: object, headers: object = {}): Promise<Answer> {
  return timeAnswer(pool, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The output of `infra/lab/bench/requests.lua`. */
export interface WrkResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/** Sends as many requests as are answered, over 64 connections. */
export async function runWrk(what: 'visits' | 'pages', baseUrl: string, seconds: number): Promise<WrkResult> {
  const script = join(root, 'infra/lab/bench/requests.lua');
  const options = ['--threads=1', '--connections=64', `--duration=${seconds}s`, `--script=${script}`];
  const { stdout } = await promisify(execFile)('wrk', [...options, baseUrl, '--', what]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as WrkResult;
}
