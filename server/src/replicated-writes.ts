import type { Redis } from 'ioredis';
import { type RedisClient, serversOf } from './connect-redis.js';

/**
 * Writes that count once replicas have them: Redis answers before they do, so one that takes the primary's place may not
 * have them. One for each connection.
 */
export class ReplicatedWrites {
  private timesClosed = 0;

  /** `prefix`: of the keys that are written, which says which servers of a Cluster have them. */
  constructor(
    private readonly client: RedisClient,
    private readonly prefix: string,
  ) {
    const count = () => {
      this.timesClosed += 1;
    };
    // A Cluster's client stays as long as one of its nodes does.
    client.on('close', count).on('-node', count);
  }

  /** The server that our keys are on, for commands without one; undefined while a Cluster isn't reached. */
  get server(): Redis | undefined {
    return serversOf(this.client, this.prefix)[0];
  }

  /**
   * Resolves once so many replicas have what `write` has written, and throws if they don't in time. WAIT speaks of its own
   * connection's writes (https://redis.io/docs/latest/commands/wait/): on a new one it would be content with none.
   */
  async write(write: () => Promise<unknown>, replicas: number, timeoutMs: number): Promise<void> {
    const { server, timesClosed } = this;
    await write();
    if (replicas === 0) return;
    const reached = (await server?.wait(replicas, timeoutMs)) ?? 0;
    if (reached < replicas) throw new Error(`${reached} of ${replicas} replicas have the job`);
    if (server !== this.server || timesClosed !== this.timesClosed)
      throw new Error('the connection to Redis is another one than the job was added on');
  }
}

/** A replica says once a second how far it is; `lag` is for how many seconds it hasn't (https://redis.io/docs/latest/commands/info/). */
const maxLag = 1;

/**
 * How many replicas keep up, by the answer to INFO: all of them have to have a write, for Sentinels may choose any, whichever
 * was the quickest to have it. One that is held up is left out after two seconds.
 */
export function countReplicasKeepingUp(info: string): number {
  const lags = [...info.matchAll(/^slave\d+:.*state=online,.*lag=(\d+)/gm)].map(([, lag]) => Number(lag));
  return lags.filter((lag) => lag <= maxLag).length;
}
