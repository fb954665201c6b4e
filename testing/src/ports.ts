import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the system's range for outgoing connections (from 32,768 on), and not those of the stacks (infra).
const first = 10_000;
const perWorker = 500;
// Two test files at once run in two workers. Stryker's workers each run a vitest of their own, and number from 0.
const { STRYKER_MUTATOR_WORKER: ofStryker, TEST_PARALLEL_INDEX: ofPlaywright, VITEST_POOL_ID } = process.env;
const worker =
  ofStryker !== undefined
    ? 10 + (Number(ofStryker) % 5)
    : ofPlaywright !== undefined
      ? 15 + (Number(ofPlaywright) % 5)
      : Number(VITEST_POOL_ID ?? 0) % 10;
let taken = 0;

/**
 * A port for a server that cannot be asked which one it got, or that comes back on the same one. Nobody else is given
 * it between this and its first use, nor while the server is away: no other test, and no outgoing connection.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries += 1) {
    const port = first + worker * perWorker + (taken++ % perWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port is free from ${first + worker * perWorker} on.`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    async () => {
      server.close();
      await once(server, 'close');
      return true;
    },
    () => false,
  );
}
