import { ConnectionString } from 'connection-string';
import type { ClusterNode, RedisOptions } from 'ioredis';
import { LastingSentinelConnector } from './sentinel-connector.js';

/**
 * How to connect to the Redis that `REDIS_URL` names: `redis://user:password@host:port/db`, the same with `rediss://`
 * by TLS, the primary that three Sentinels watch, by its name there
 * (`redis-sentinel://user:password@host:port,host:port,host:port/name/db?sentinelPassword=…`), or some nodes of a
 * Cluster, which know the others (`redis-cluster://user:password@host:port,host:port`). User and password are those of
 * Redis. Throws for any other URL.
 */
export function redisOptions(address: string): RedisOptions & { nodes?: ClusterNode[] } {
  const { protocol, hosts = [], path = [], user, password, ...rest } = new ConnectionString(address);
  const params: Record<string, string | undefined> = rest.params ?? {};
  const isWatched = protocol === 'redis-sentinel';
  const isCluster = protocol === 'redis-cluster';
  const [name, db = '0'] = isWatched ? path : ['', ...path];
  const servers = hosts.map(({ name: host = '', port = isWatched ? 26_379 : 6_379 }) => ({
    host: host.replaceAll(/^\[|\]$/g, ''),
    port,
  }));
  const [server] = servers;
  const isOne = protocol === 'redis' || protocol === 'rediss';
  const hasMany = isWatched || isCluster;
  if (!server || !(isOne || hasMany) || (!hasMany && servers.length > 1) || name === undefined)
    throw new TypeError('not an address of Redis');
  // A Cluster has the one database.
  if (isCluster ? path.length > 0 : !/^\d+$/.test(db)) throw new TypeError('not a database of Redis');
  const login = {
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
  };
  if (isCluster) return { ...login, nodes: servers };
  return {
    ...login,
    db: Number(db),
    ...(params['family'] !== undefined && { family: Number(params['family']) }),
    ...(protocol === 'rediss' && { tls: {} }),
    ...(isWatched ? watchedBy(servers, name, params['sentinelPassword']) : server),
  };
}

function watchedBy(
  sentinels: { host: string; port: number }[],
  name: string,
  sentinelPassword: string | undefined,
) {
  return {
    sentinels,
    name,
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    // Leaves a primary that hangs and was replaced: its connection never ends by itself.
    failoverDetector: true,
    Connector: LastingSentinelConnector as NonNullable<RedisOptions['Connector']>,
    // For each Sentinel; after that the next is tried.
    sentinelCommandTimeout: 1_000,
    sentinelRetryStrategy: (times: number) => Math.min(times * 100, 2_000),
  } satisfies RedisOptions;
}

/** For a tool, which says so where Redis can't be reached. */
export const triedOnce = {
  retryStrategy: () => null,
  sentinelRetryStrategy: () => null,
} satisfies RedisOptions;

/**
 * Commands fail at once if Redis is unavailable, and after `commandTimeoutMs` if it's frozen, so nothing hangs on a
 * client that is reconnecting. (By default ioredis queues commands forever.)
 */
export function failFast(commandTimeoutMs: number) {
  return {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  } satisfies RedisOptions;
}
