/** The part of a BullMQ queue that we need. */
interface WaitingJobs {
  getRanges: (
    states: ('waiting' | 'delayed')[],
    start: number,
    end: number,
    ascending: boolean,
  ) => Promise<string[]>;
  toKey: (id: string) => string;
  backend: { client: Promise<{ hget: (key: string, field: string) => Promise<string | null> }> };
}

/**
 * How long ago the next of a queue's jobs that wait was added, or of those that failed and are tried again (`delayed`); 0
 * if no job does. Errors of Redis propagate.
 */
export async function oldestJobMs(
  queue: WaitingJobs,
  state: 'waiting' | 'delayed' = 'waiting',
): Promise<number> {
  const [id] = await queue.getRanges([state], 0, 0, true);
  if (id === undefined) return 0;
  // Not the whole job: a chunk is large.
  const added = await (await queue.backend.client).hget(queue.toKey(id), 'timestamp');
  return added === null ? 0 : Date.now() - Number(added);
}
