import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { connectRedis, triedOnce } from '@voordeur/server';
import { openDir } from './open-dirs.js';
import { root, type Settings } from './settings.js';
import { chooseSizes } from './sizes.js';
import type { Part } from './supervise.js';
import { giveTo, userOf } from './users.js';

/** A 202 means "on disk" only with these settings; docker-compose.yml has the same. */
const durable = {
  appendonly: 'yes',
  appendfsync: 'always',
  save: '',
  'maxmemory-policy': 'noeviction',
};

export function prepareRedis({ localDir, redisPort, environment }: Settings): Part {
  const dir = openDir(localDir, 'redis');
  chmodSync(dir, 0o700);
  const aclfile = join(dir, 'users.acl');
  const user = userOf('redis');
  giveTo(user, dir);
  // As the folder's user, because root would write through a link that was left there.
  execFileSync(
    'sh',
    ['-c', 'umask 077 && rm -f users.acl.new && cat >users.acl.new && mv users.acl.new users.acl'],
    {
      cwd: dir,
      input: execFileSync(join(root, 'infra/operate/docker/list-redis-users.sh'), { env: environment }),
      ...user,
    },
  );
  const settings = { bind: '127.0.0.1', port: String(redisPort), dir, aclfile, daemonize: 'no' };
  const all = { ...settings, ...durable, ...chooseSizes(environment).redis };
  return {
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
    cwd: dir,
    user,
  };
}

/** Resolves to false while Redis does not answer, or doesn't let us in. */
export async function isRedisReady({ redisUrl }: Pick<Settings, 'redisUrl'>): Promise<boolean> {
  const redis = connectRedis(redisUrl, triedOnce);
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
