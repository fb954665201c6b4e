import { setTimeout as wait } from 'node:timers/promises';

/** Asks every `everyMs` whether it is so, and resolves to true once it is; to false after `withinMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 100 }: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await wait(everyMs);
  }
  return true;
}
