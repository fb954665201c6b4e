import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './ports.js';
import { endServer, spawnServer } from './server-process.js';

/** For `settings`. */
export function logTo(dir: string, index: number): string[] {
  return ['--loglevel', 'notice', '--logfile', join(dir, `redis-${index}.log`)];
}

/** A Redis of the test's own, as the product runs it, to be killed and frozen. */
export async function startRedis(settings: string[] = []) {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;

  async function start() {
    const fixed = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
      '--save',
      '',
      '--loglevel',
      'warning',
    ];
    // Else a replica waits for five seconds for others to be copied to at the same time.
    const atOnce = ['--repl-diskless-sync-delay', '0'];
    const strong = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
    server = spawnServer('redis-server', [...fixed, ...atOnce, ...strong, ...settings], { stdio: 'ignore' });
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  await start();
  return {
    url,
    port,
    start,
    kill: () => endServer(server),
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGCONT');
      await endServer(server);
      rmSync(dir, { recursive: true });
    },
  };
}
