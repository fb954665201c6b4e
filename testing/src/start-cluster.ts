import { setTimeout } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { freePort } from './ports.js';
import { logTo, startRedis } from './start-redis.js';

const primaries = 3;
const slots = 16_384;

/**
 * A Redis Cluster of three primaries with as many replicas each, of which one replaces it once it hasn't answered for a
 * second. They log to `logDir`, where it is given.
 */
export async function startCluster(replicas = 1, logDir?: string) {
  const count = primaries * (1 + replicas);
  // Else they listen to each other 10,000 above their own, where the stacks are.
  const busPorts = await Promise.all(Array.from({ length: count }, freePort));
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const servers = await Promise.all(
    busPorts.map((busPort, index) =>
      startRedis([...settings, '--cluster-port', String(busPort), ...(logDir ? logTo(logDir, index) : [])]),
    ),
  );
  const clients = servers.map(({ port }) => {
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    return client;
  });
  const [first] = servers;
  const nodes = servers.map(({ port }) => ({ host: '127.0.0.1', port }));

  await Promise.all(clients.map((client, index) => client.call('cluster', 'set-config-epoch', index + 1)));
  await Promise.all(
    clients.map((client) => client.call('cluster', 'meet', '127.0.0.1', first?.port ?? 0, busPorts[0] ?? 0)),
  );
  const share = Math.ceil(slots / primaries);
  for (const [index, client] of clients.slice(0, primaries).entries())
    await client.call('cluster', 'addslotsrange', index * share, Math.min((index + 1) * share, slots) - 1);
  const ids = await Promise.all(clients.map(async (client) => String(await client.call('cluster', 'myid'))));
  // A replica can follow only whom it has heard of.
  for (const [index, client] of clients.slice(primaries).entries())
    while (!(await client.call('cluster', 'replicate', ids[index % primaries] ?? '').catch(() => null)))
      await setTimeout(50);

  return {
    address: `redis-cluster://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`,
    servers,
    /** Until all slots are served, every replica has all of its primary's data, and every server has heard of all replicas. */
    async untilReady(): Promise<void> {
      for (const client of clients) {
        const isWhole = async () => {
          const [cluster, replication] = [await client.cluster('INFO'), await client.info('replication')];
          const isLinked =
            replication.includes('role:master') || replication.includes('master_link_status:up');
          const hasReplica = replication.includes('role:slave') || replication.includes('state=online');
          // Each range: its first and last slot, its primary, its replicas.
          const ranges = await client.cluster('SLOTS');
          const known = new Set(ranges.flatMap(([, , ...nodes]) => nodes.map(([, port]) => port)));
          const knowsAll = known.size === count;
          return cluster.includes('cluster_state:ok') && isLinked && hasReplica && knowsAll;
        };
        while (!(await isWhole())) await setTimeout(50);
      }
    },
    /** The server that has the slot of this key, as a client sees it. */
    async primaryOf(key: string) {
      const cluster = new Cluster(nodes);
      cluster.on('error', () => undefined);
      const slot = await cluster.cluster('KEYSLOT', key);
      const address = cluster.slots[slot]?.[0];
      cluster.disconnect();
      return servers.find(({ port }) => address === `127.0.0.1:${port}`);
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
