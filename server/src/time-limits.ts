import type { RedisOptions } from 'ioredis';

/** Rejects if the work takes longer than `limitMs`; the work itself continues. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limitMs} ms`));
    }, limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects as soon as `signal` aborts; the work itself continues. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      reject(new Error('stopped', { cause: signal.reason }));
    };
    signal.addEventListener('abort', stop, { signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort(); // removes the listener
  }
}

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
