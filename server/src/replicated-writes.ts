import type { Redis } from 'ioredis';
import { type RedisClient, serversOf } from './connect-redis.js';

/** A replica says once a second how far it is; `lag` is for how many seconds it hasn't (https://redis.io/docs/latest/commands/info/). */
const maxLag = 1;
/**
 * WAIT blocks the commands behind it on the connection, so it's sent in short pieces, each for the replicas of that
 * moment.
 */
const waitAtOnceMs = 100;

/**
 * Writes that count once replicas have them: Redis answers before they do, so one that takes the primary's place may not
 * have them. One for each connection.
 */
export class ReplicatedWrites {
  private timesClosed = 0;
  private keepingUp = 0;

  /** `prefix`: of the keys that are written, which says which servers of a Cluster have them. */
  constructor(
    private readonly client: RedisClient,
    private readonly prefix: string,
  ) {
    const count = () => {
      this.timesClosed += 1;
      // The next primary has other replicas: waiting for too many would hold up the commands behind.
      this.keepingUp = 0;
    };
    // A Cluster's client stays as long as one of its nodes does.
    client.on('close', count).on('-node', count);
  }

  /** The server that our keys are on, for commands without one; undefined while a Cluster isn't reached. */
  get server(): Redis | undefined {
    return serversOf(this.client, this.prefix)[0];
  }

  get replicasKeepingUp(): number {
    return this.keepingUp;
  }

  /** `info` is the primary's answer to INFO. A replica that is held up is left out after two seconds. */
  noteReplicas(info: string): void {
    const lags = [...info.matchAll(/^slave\d+:.*state=online,.*lag=(\d+)/gm)].map(([, lag]) => Number(lag));
    this.keepingUp = lags.filter((lag) => lag <= maxLag).length;
  }

  /**
   * Resolves once all replicas that keep up, and at least `atLeast`, have the data of `write`; throws if they don't in
   * time. All of them, because Sentinels may choose any, whichever was the quickest. With 0 none is waited for. WAIT
   * speaks of its own connection's writes (https://redis.io/docs/latest/commands/wait/): on a new one it would be
   * content with none.
   */
  async write(write: () => Promise<unknown>, atLeast: number, timeoutMs: number): Promise<void> {
    const { server, timesClosed } = this;
    const endsAt = performance.now() + timeoutMs;
    await write();
    if (atLeast === 0) return;
    for (;;) {
      const replicas = Math.max(atLeast, this.keepingUp);
      const reached = (await server?.wait(replicas, waitAtOnceMs)) ?? 0;
      if (server !== this.server || timesClosed !== this.timesClosed)
        throw new Error('the connection to Redis is another one than the job was added on');
      if (reached >= replicas) return;
      if (performance.now() >= endsAt) throw new Error(`${reached} of ${replicas} replicas have the job`);
    }
  }
}
