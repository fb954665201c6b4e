import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { describeError, isPostgresAway, LOGGER } from '@voordeur/server';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { replicaOf } from '../platform/postgres-settings.js';
import { onConnection } from '../platform/sql.js';

/** How far behind a replica may be. */
const mostBehindMs = 30_000;
/** A replica that failed isn't asked for so long, because a host that is gone makes each request wait. */
const restMs = 10_000;
const respondWithinMs = 1_000;
/** The SQLSTATE of a query that a replica cancelled because it blocked replay. */
const recoveryConflict = '40001';

/** The id of a transaction that comes after all that have ended; null on a server that isn't a primary. */
const nextId = `
  select case when not pg_is_in_recovery() then pg_snapshot_xmax(pg_current_snapshot()) end as "nextId"`;
/**
 * Whether all of them have ended on the replica too, and when the last one was committed that it knows of, by the
 * primary's clock; null on a server that isn't a replica. Log positions don't say so: writes without a commit may reach
 * the replica half a minute later. (Postgres' documentation: "Transaction ID and Snapshot Information", "Recovery
 * Information".)
 */
const applied = `
  select case when pg_is_in_recovery() then pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 end as "isCurrent",
    pg_last_xact_replay_timestamp() as "lastCommit"`;

interface Applied {
  isCurrent: boolean | null;
  lastCommit: Date | null;
}
type ReplicaState = 'used' | 'behind' | 'away' | 'no replica';

/**
 * Where the owner's figures are read: in the replica that DATABASE_READ_URL names while it keeps up, else in the primary. So
 * a long question takes no memory or time from those who visit.
 */
@Injectable()
export class FiguresDatabase implements OnApplicationShutdown {
  private readonly replica: DataSource | null;
  private connected: Promise<DataSource> | null = null;
  private replicaState: ReplicaState | null = null;
  private restsUntilMs = 0;

  constructor(
    private readonly primary: DataSource,
    { databaseReadUrl }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.replica = databaseReadUrl ? new DataSource(replicaOf(databaseReadUrl, respondWithinMs)) : null;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.replica?.isInitialized) await this.replica.destroy();
  }

  /**
   * The answer to a question that only reads, asked as of `now`: whatever was committed by then is seen. On a replica that's
   * some moments ago. Asks the primary where the replica is away, or more than half a minute behind, or fails meanwhile.
   */
  async read<Answer>(ask: (db: DataSource, now: Date) => Promise<Answer>): Promise<Answer> {
    const { replica } = this;
    const asOf = replica && (await this.findInstant(replica));
    if (asOf) {
      try {
        return await ask(replica, asOf);
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
        this.rest(error);
      }
    }
    return ask(this.primary, new Date());
  }

  /** The instant up to which the replica has everything; null where that's too long ago, or it doesn't say. */
  private async findInstant(replica: DataSource): Promise<Date | null> {
    const now = new Date();
    if (now.getTime() < this.restsUntilMs) return null;
    const [primary] = await this.primary.query<{ nextId: string | null }[]>(nextId);
    if (!primary?.nextId) return null;
    try {
      await this.connect(replica);
      const question = { text: applied, values: [primary.nextId], query_timeout: respondWithinMs };
      const [row] = await onConnection(replica, async (db) => (await db.query<Applied>(question)).rows);
      const { isCurrent = null, lastCommit = null } = row ?? {};
      const asOf = isCurrent ? now : lastCommit;
      if (isCurrent === null) this.note('no replica');
      else if (!asOf || now.getTime() - asOf.getTime() > mostBehindMs) this.note('behind');
      else {
        this.note('used');
        return asOf;
      }
      return null;
    } catch (error) {
      this.rest(error);
      return null;
    }
  }

  /** Not at boot: the api starts without it. */
  private async connect(replica: DataSource): Promise<void> {
    this.connected ??= replica.initialize();
    try {
      await this.connected;
    } catch (error) {
      this.connected = null;
      throw error;
    }
  }

  private rest(error: unknown): void {
    this.restsUntilMs = Date.now() + restMs;
    this.note('away', error);
  }

  private note(state: ReplicaState, error?: unknown): void {
    const before = this.replicaState;
    this.replicaState = state;
    if (state === before || (before === null && state === 'used')) return;
    const isUsed = state === 'used';
    this.logger[isUsed ? 'info' : 'warn'](
      { replica: state, ...(error !== undefined && { err: describeError(error) }) },
      isUsed ? 'figures are read from the replica again' : 'figures are read from the primary',
    );
  }
}

function isReplicaFailure(error: unknown): boolean {
  if (isPostgresAway(error)) return true;
  return error instanceof Error && (error as { code?: unknown }).code === recoveryConflict;
}
