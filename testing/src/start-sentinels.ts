import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './ports.js';
import { endServer, spawnServer } from './server-process.js';

const name = 'front-door';

/**
 * Three Sentinels that watch a primary. Two of them replace it once it hasn't answered for half a second. They log to
 * `logDir`, where it is given.
 */
export async function startSentinels(primaryPort: number, replicas: number, logDir?: string) {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-sentinels-'));
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const servers: ChildProcess[] = ports.map((port) => {
    const file = join(dir, `${port}.conf`);
    writeFileSync(
      file,
      `port ${port}
      bind 127.0.0.1
      dir ${dir}
      ${logDir ? `logfile ${join(logDir, `sentinel-${port}.log`)}` : 'loglevel warning'}
      sentinel monitor ${name} 127.0.0.1 ${primaryPort} 2
      sentinel down-after-milliseconds ${name} 500
      sentinel failover-timeout ${name} 2000\n`,
    );
    return spawnServer('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  });
  const clients = ports.map((port) => {
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    return client;
  });

  const asMap = (answer: string[]) => new Map(answer.map((key, index) => [key, answer[index + 1] ?? '']));
  const readPrimary = async (client: Redis) =>
    asMap((await client.call('sentinel', 'master', name)) as string[]);

  /** Whether it knows the two others and enough replicas that have all of the primary's data. */
  async function isReady(client: Redis): Promise<boolean> {
    const primary = await readPrimary(client);
    const found = ((await client.call('sentinel', 'replicas', name)) as string[][]).map(asMap);
    return (
      primary.get('num-other-sentinels') === '2' &&
      primary.get('flags') === 'master' &&
      found.filter((replica) => replica.get('master-link-status') === 'ok').length === replicas
    );
  }

  return {
    address: `redis-sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    /** Until each of them would have a replica replace the primary. */
    async untilReady(): Promise<void> {
      while (!(await Promise.all(clients.map(isReady))).every(Boolean)) await setTimeout(50);
    },
    async primaryPort(): Promise<number> {
      const [client] = clients;
      return client ? Number((await readPrimary(client)).get('port')) : NaN;
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await Promise.all(servers.map((server) => endServer(server)));
      rmSync(dir, { recursive: true });
    },
  };
}
