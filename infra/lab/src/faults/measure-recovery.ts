import { setTimeout as wait } from 'node:timers/promises';
import { post } from '@voordeur/e2e/helpers/post.js';
import { untilRow } from './account.js';
import { ownConnection } from './load.js';

/** Seconds until a visit posted from now on is a row; Infinity where none becomes one in time. */
export async function measureRecovery(
  baseUrl: string,
  databaseUrl: string,
  withinMs: number,
): Promise<number> {
  const struckAt = performance.now();
  for (;;) {
    const id = await post(`${baseUrl}/api/visit`, { page: '/drill-recovery' }, ownConnection);
    if (id !== null) {
      const isRow = await untilRow(databaseUrl, id, withinMs);
      return isRow ? (performance.now() - struckAt) / 1_000 : Infinity;
    }
    if (performance.now() - struckAt > withinMs) return Infinity;
    await wait(50);
  }
}
