import type { Pool } from 'undici';
import { repeatAtOnce } from '../measuring/load.js';

export interface Answer {
  /** 0 where the connection ended instead. */
  status: number;
  ms: number;
}

/** Sends a request and reads its answer whole. */
export async function timeAnswer(pool: Pool, options: Parameters<Pool['request']>[0]): Promise<Answer> {
  const startMs = performance.now();
  const status = await pool
    .request(options)
    .then(async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    })
    .catch(() => 0);
  return { status, ms: performance.now() - startMs };
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

export function tryLogin(pool: Pool, secretKey: string, address: string): Promise<Answer> {
  return postFrom(address, pool, '/api/admin/login', { secretKey });
}

/** Guesses without a pause, `atOnce` at a time, for so long; each from the next address. */
export async function guessFor(
  pool: Pool,
  { seconds, atOnce, nextAddress }: { seconds: number; atOnce: number; nextAddress: () => string },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const endMs = performance.now() + seconds * 1_000;
  await repeatAtOnce(
    atOnce,
    () => performance.now() < endMs,
    async () => {
      answers.push(await tryLogin(pool, 'a wrong guess', nextAddress()));
    },
  );
  return answers;
}

export function countStatus(answers: Answer[], matches: (status: number) => boolean): number {
  return answers.filter(({ status }) => matches(status)).length;
}

export const isServerError = (status: number) => status === 0 || status >= 500;
