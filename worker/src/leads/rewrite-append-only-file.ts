import type { Redis } from 'ioredis';

/** A rewrite that began earlier may write data that has been deleted since. */
class RewriteUnderWay extends Error {
  override name = 'RewriteUnderWay';
  override message = 'the append-only file is being rewritten';
}

/**
 * Has Redis rewrite its file without deleted data, which until then is still on the disk, in the commands that added
 * it. In a Cluster, each server with our keys does, as replicas have their own files. Throws while an earlier rewrite
 * runs, so that the erasure is tried again when that one is over.
 */
export async function rewriteAppendOnlyFiles(servers: Redis[]): Promise<void> {
  if (servers.length === 0) throw new Error('no server of Redis is connected');
  await Promise.all(servers.map(rewriteAppendOnlyFile));
}

async function rewriteAppendOnlyFile(redis: Redis): Promise<void> {
  const state = await redis.info('persistence');
  if (state.includes('aof_enabled:0')) return;
  if (/aof_rewrite_(in_progress|scheduled):1/.test(state)) throw new RewriteUnderWay();
  await redis.bgrewriteaof();
}
