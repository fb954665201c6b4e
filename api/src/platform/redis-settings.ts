import type { Redis } from 'ioredis';

/** What 202 rests on, and what another value means for it. */
const wanted = [
  {
    name: 'appendonly',
    value: 'yes',
    otherwise: 'whatever was accepted and not yet stored is lost when Redis ends',
  },
  {
    name: 'appendfsync',
    value: 'always',
    otherwise: 'what was accepted in the last second or so is lost when the machine ends',
  },
  {
    name: 'maxmemory-policy',
    value: 'noeviction',
    otherwise: 'Redis throws accepted work away when its memory is full',
  },
] as const;

/** A sentence for each setting that is weaker than what 202 promises. */
export async function weakSettings(redis: Redis): Promise<string[]> {
  const found = await Promise.all(
    wanted.map(async ({ name, value, otherwise }) => {
      const actual = await settingOf(redis, name);
      return actual === value ? [] : [`${name} is ${actual}, not ${value}: ${otherwise}`];
    }),
  );
  return found.flat();
}

/** Hosted Redis often forbids CONFIG. */
async function settingOf(redis: Redis, name: string): Promise<string> {
  try {
    const [, value] = (await redis.config('GET', name)) as string[];
    return value ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
