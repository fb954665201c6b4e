import { setTimeout as wait } from 'node:timers/promises';
import { queuePrefix } from '@voordeur/contracts/jobs';
import { logTo, startCluster as startServers, startRedis, startSentinels } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { type Engine, type EngineFault, faultsAt } from './engine.js';

type Server = Awaited<ReturnType<typeof startRedis>>;

/** A primary with two replicas, for one of them is waited for and may be away, and three Sentinels. */
export async function startSentinel(logDir: string): Promise<Engine> {
  const first = await startRedis(logTo(logDir, 0));
  const startReplica = (index: number) =>
    startRedis([...logTo(logDir, index), '--replicaof', '127.0.0.1', String(first.port)]);
  const servers = [first, await startReplica(1), await startReplica(2)];
  const sentinels = await startSentinels(first.port, 2, logDir);
  await sentinels.untilReady();

  async function findPrimary() {
    const port = await sentinels.primaryPort();
    return servers.find((server) => server.port === port);
  }
  async function untilWhole(returned: Server): Promise<void> {
    // The Sentinels have it follow too, after ten seconds.
    const port = await sentinels.primaryPort();
    await ask(returned, (redis) => redis.replicaof('127.0.0.1', port));
    await sentinels.untilReady();
  }
  return {
    settings: { REDIS_URL: sentinels.address, REDIS_WAIT_REPLICAS: '1' },
    faults: faultsOf(servers, findPrimary, untilWhole),
    async stop() {
      await sentinels.stop();
      for (const server of servers) await server.stop();
    },
  };
}

/**
 * Three primaries with two replicas each, for one of them is waited for after the other has taken over. The primary that has
 * the queues is struck: the others have none of our keys.
 */
export async function startCluster(logDir: string): Promise<Engine> {
  const cluster = await startServers(2, logDir);
  await cluster.untilReady();
  const findPrimary = () => cluster.primaryOf(queuePrefix);
  return {
    settings: { REDIS_URL: cluster.address, REDIS_WAIT_REPLICAS: '1' },
    faults: faultsOf(cluster.servers, findPrimary, () => cluster.untilReady()),
    stop: () => cluster.stop(),
  };
}

function faultsOf(
  servers: Server[],
  findPrimary: () => Promise<Server | undefined>,
  untilWhole: (returned: Server) => Promise<void>,
): EngineFault[] {
  const find = async () => {
    const primary = await findPrimary();
    if (!primary) throw new Error('none of the servers is the primary');
    return primary;
  };
  const start = (server: Server) => server.start();
  return faultsAt(find, untilWhole, [
    { name: 'primary killed', harm: (primary) => primary.kill(), repair: start },
    { name: 'primary hung', harm: (primary) => primary.freeze(), repair: (server) => server.thaw() },
    {
      name: 'primary killed, replicas behind',
      harm: (primary) => killAhead(primary, servers),
      repair: start,
      // A job that is done by now can't be lost.
      stopsWorkers: true,
    },
  ]);
}

/** The primary's last answers reach no replica: they are paused, and their connections are gone. */
async function killAhead(primary: Server, servers: Server[]): Promise<void> {
  const replicas = await findReplicas(primary, servers);
  for (const replica of replicas) replica.freeze();
  await ask(primary, (redis) => redis.client('KILL', 'TYPE', 'replica'));
  // Less than makes them take the replicas for dead.
  await wait(300);
  await primary.kill();
  for (const replica of replicas) replica.thaw();
}

async function findReplicas(primary: Server, servers: Server[]): Promise<Server[]> {
  const [, , found] = (await ask(primary, (redis) => redis.role())) as [string, number, string[][]];
  const ports = found.map(([, port]) => Number(port));
  return servers.filter(({ port }) => ports.includes(port));
}

async function ask<Answer>({ url }: Server, question: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
