import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../local/settings.js';

/** A person's user agent: bots' views are dropped, and their visits may be joined to an edge record. */
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Calls `send` at a steady rate until `isOver`, without waiting for answers, and resolves with all that they resolve to.
 * Count latencies from `dueMs` (of `performance.now()`), so that a stall delays the requests behind it too.
 */
export async function sendSteadily<Answer>(
  perSecond: number,
  isOver: (sent: number) => boolean,
  send: (index: number, dueMs: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startMs = performance.now();
  while (!isOver(answers.length)) {
    const dueMs = startMs + (answers.length / perSecond) * 1_000;
    if (dueMs <= performance.now()) {
      const answer = send(answers.length, dueMs);
      // It rejects the whole below, once all are sent.
      answer.catch(() => undefined);
      answers.push(answer);
    } else {
      await wait(2);
    }
  }
  return Promise.all(answers);
}

/** Calls `work` again and again, `atOnce` at a time, while `isWanted` says so. */
export async function repeatAtOnce(
  atOnce: number,
  isWanted: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const repeat = async () => {
    while (isWanted()) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
}

/** Posts as a person's browser would; the id of a 202, null for any other answer and for none within 10 s. */
export async function post(url: string, body: object): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': browser },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as { id?: string };
    return response.status === 202 && answer.id ? answer.id : null;
  } catch {
    return null;
  }
}

/** What wrk's script printed: `script` is a path in `infra`. */
interface WrkResult {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/** As many requests of a script as are answered, over 64 connections. */
export async function runWrk(script: string, baseUrl: string, seconds: number): Promise<WrkResult> {
  const { stdout } = await promisify(execFile)('wrk', [
    '--threads=1',
    '--connections=64',
    `--duration=${seconds}s`,
    `--script=${join(root, 'infra', script)}`,
    baseUrl,
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as WrkResult;
}
