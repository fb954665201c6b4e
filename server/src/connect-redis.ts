import { type Cluster, Command, Redis, type RedisOptions } from 'ioredis';
import { LastingCluster } from './lasting-cluster.js';
import { redisOptions } from './redis-options.js';

export type RedisClient = Redis | Cluster;

/** A client of the Redis that `REDIS_URL` names. The caller listens to its errors, and disconnects it. */
export function connectRedis(address: string, more: RedisOptions = {}): RedisClient {
  const { nodes, ...options } = { ...redisOptions(address), ...more };
  if (!nodes) return new Redis(options);
  const { retryStrategy, enableOfflineQueue, lazyConnect, ...ofEachNode } = options;
  return new LastingCluster(nodes, {
    redisOptions: ofEachNode,
    ...(retryStrategy !== undefined && { clusterRetryStrategy: retryStrategy }),
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(lazyConnect !== undefined && { lazyConnect }),
    // With the default's 16 it gives up before a replica has taken a primary's place.
    maxRedirections: options.maxRetriesPerRequest === null ? Infinity : 16,
    // Leaves a primary that hangs and was replaced: its connection never ends by itself.
    slotsRefreshInterval: 2_000,
  });
}

/**
 * The servers that hold the keys of this prefix, the primary first: the one that the client is connected to, or those of a
 * Cluster that have the prefix' slot; none before it knows them. For commands without a key, which a Cluster's client
 * sends to any node.
 */
export function serversOf(client: RedisClient, prefix: string): Redis[] {
  if (client instanceof Redis) return [client];
  const slot = new Command('get', [prefix]).getSlot();
  const nodes = client.nodes();
  return (client.slots[slot] ?? []).flatMap(
    (key) => nodes.find(({ options }) => `${options.host}:${options.port}` === key) ?? [],
  );
}
