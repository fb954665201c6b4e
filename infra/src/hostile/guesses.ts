import type { Pool } from 'undici';

export interface Answer {
  /** 0 where the connection ended instead. */
  status: number;
  ms: number;
}

/** One login with this key; `address` is who it claims to come from, which a trusted proxy may say. */
export async function tryLogin(pool: Pool, secretKey: string, address: string): Promise<Answer> {
  const startMs = performance.now();
  const status = await pool
    .request({
      method: 'POST',
      path: '/api/admin/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ secretKey }),
    })
    .then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0,
    );
  return { status, ms: performance.now() - startMs };
}

/** Guesses without a pause, `atOnce` at a time, for so long; each from the next address. */
export async function guessFor(
  pool: Pool,
  { seconds, atOnce, nextAddress }: { seconds: number; atOnce: number; nextAddress: () => string },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const endMs = performance.now() + seconds * 1_000;
  async function guess(): Promise<void> {
    while (performance.now() < endMs) answers.push(await tryLogin(pool, 'a wrong guess', nextAddress()));
  }
  await Promise.all(Array.from({ length: atOnce }, guess));
  return answers;
}

export function countStatus(answers: Answer[], matches: (status: number) => boolean): number {
  return answers.filter(({ status }) => matches(status)).length;
}

export const isServerError = (status: number) => status === 0 || status >= 500;
