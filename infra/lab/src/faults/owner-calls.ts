import { setTimeout as wait } from 'node:timers/promises';
import type { TranslationsStateAnswer } from '@voordeur/contracts/http';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { forSeconds, lookWhile } from '../measuring/load.js';
import { ownConnection } from './load.js';

export type Ask = <Answer>(path: string, method?: string, body?: object) => Promise<Answer | null>;

class Refused extends Error {}

/**
 * Calls below `/api/admin`, as an owner with this token. Null where the api is away, or has another value by now than the one
 * that was written over; throws on any other refusal.
 */
export const askAs =
  (baseUrl: string, token: string): Ask =>
  async <Answer>(path: string, method = 'GET', body?: object) => {
    const isBytes = body instanceof Uint8Array;
    try {
      const answer = await fetch(`${baseUrl}/api/admin/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': isBytes ? 'application/octet-stream' : 'application/json',
          ...ownConnection,
        },
        ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.ok) return (await answer.json()) as Answer;
      if (answer.status < 500 && answer.status !== 412)
        throw new Refused(`${method} ${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    return null;
  };

/** Asks until there is an answer; throws after a minute. */
export async function insist<Answer>(ask: () => Promise<Answer | null>): Promise<Answer> {
  const isWanted = forSeconds(60);
  while (isWanted()) {
    const answer = await ask();
    if (answer !== null) return answer;
    await wait(200);
  }
  throw new Error('the api stays away');
}

const parts = ['api-1', 'worker-1', 'postgres'];

/**
 * Kills the api, the worker and Postgres in turns while `work` lasts, at moments of chance. The api alone until a killed worker
 * has rendered pages again: on a slow machine it would never come to it. Resolves to how many kills there were, too.
 */
export async function whileKilling<Result>(
  localDir: string,
  ask: Ask,
  work: () => Promise<Result>,
): Promise<{ result: Result; kills: string }> {
  const killed: string[] = [];
  let turn = 0;
  let renderedAt: string | null = null;
  const killNext = async () => {
    const state = await ask<TranslationsStateAnswer>('translations/state');
    if (!state) return;
    await wait(Math.random() * 3_000);
    const isBack = state.pages.renderedAt !== renderedAt;
    const part = parts[isBack ? turn % parts.length : 0] ?? '';
    const pid = pidOf(localDir, part);
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    killed.push(part);
    if (isBack) turn += 1;
    if (part === 'worker-1') ({ renderedAt } = state.pages);
  };
  const result = await lookWhile(work(), killNext, 500);
  const counts = parts.map((part) => `${killed.filter((one) => one === part).length} of ${part}`);
  return { result, kills: counts.join(' and ') };
}
