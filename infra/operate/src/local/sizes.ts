import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Advice } from './advice.js';
import { root } from './settings.js';

/** Each part's share of MEMORY_MB, or of the memory found. Throws `Advice` where that isn't a size. */
export function chooseSizes(environment: Record<string, string>) {
  const sizes = parseEnv(describeSizes(environment).join('\n'));
  const of = (server: string) =>
    Object.fromEntries(
      Object.entries(sizes).flatMap(([name, value = '']) =>
        name.startsWith(server) ? [[name.slice(server.length).toLowerCase(), value]] : [],
      ),
    );
  return {
    postgres: of('POSTGRES_'),
    redis: of('REDIS_'),
    api: sizes['API_V8_FLAG'] ?? '',
    worker: sizes['WORKER_V8_FLAG'] ?? '',
    geoipCacheMb: sizes['GEOIP_CACHE_MB'] ?? '',
  };
}

/** The same as lines of `NAME=value`, the memory first. */
export function describeSizes({ MEMORY_MB = '' }: Record<string, string>): string[] {
  const script = join(root, 'infra/operate/scripts/choose-sizes.mjs');
  try {
    return execFileSync(process.execPath, [script, MEMORY_MB], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    throw new Advice('MEMORY_MB is not a size.', 'set it to whole megabytes, at least 256, or leave it out.');
  }
}
