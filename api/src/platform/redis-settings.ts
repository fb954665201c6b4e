import type { Redis } from 'ioredis';

/** The settings that a 202 relies on, and the consequence of any other value. */
const requiredSettings = [
  {
    name: 'appendonly',
    value: 'yes',
    otherwise: 'accepted events that are not yet stored are lost when Redis stops',
  },
  {
    name: 'appendfsync',
    value: 'always',
    otherwise: 'events accepted in the last second or so are lost when the machine crashes',
  },
  {
    name: 'maxmemory-policy',
    value: 'noeviction',
    otherwise: 'Redis discards accepted events when its memory is full',
  },
] as const;

/** A sentence for each setting that is too weak for the promise of a 202. */
export async function findWeakSettings(redis: Redis): Promise<string[]> {
  const weak: string[] = [];
  for (const { name, value, otherwise } of requiredSettings) {
    // Hosted Redis services often forbid CONFIG.
    const [, actual = 'unknown'] = (await redis.config('GET', name).catch(() => [])) as string[];
    if (actual !== value) weak.push(`${name} is ${actual}, not ${value}: ${otherwise}`);
  }
  return weak;
}
