import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Settings } from './settings.js';
import { chooseSizes } from './sizes.js';
import type { Part } from './supervise.js';

/** A 202 means "on disk" only with these settings; docker-compose.yml has the same. */
const durable = {
  appendonly: 'yes',
  appendfsync: 'always',
  save: '',
  'maxmemory-policy': 'noeviction',
};

export function prepareRedis({ localDir, redisPort, environment }: Settings): Part {
  const dir = join(localDir, 'redis');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const settings = { bind: '127.0.0.1', port: String(redisPort), dir, daemonize: 'no' };
  const all = { ...settings, ...durable, ...chooseSizes(environment).redis };
  return {
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
    cwd: dir,
  };
}

/** Resolves to false while Redis does not answer. */
export async function isRedisReady({ redisUrl }: Settings): Promise<boolean> {
  const redis = new Redis(redisUrl, { retryStrategy: () => null });
  // The rejection below says the same.
  redis.on('error', () => undefined);
  try {
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
