import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A chunk job that is done. Drops leave no row, so they are counted only when their chunk is first recorded. */
@Entity('recorded_chunks')
@Index('recorded_chunks_recorded_at', ['recordedAt'])
export class RecordedChunk {
  @PrimaryColumn('uuid')
  id!: string;

  /** Events that became rows or moved one. */
  @Column('integer')
  stored!: number;

  /** How many, by reason. */
  @Column('jsonb', { default: {} })
  dropped!: Record<string, number>;

  /** How many of the page views that became rows are bots, by reason. */
  @Column('jsonb', { default: {} })
  bots!: Record<string, number>;

  @Column('timestamptz', { default: () => 'now()' })
  recordedAt!: Date;
}

/** Events that were dropped on purpose, by reason and the site's day on which they were handled. */
@Entity('drops_by_day')
export class DropsByDay {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  reason!: string;

  @Column('integer')
  events!: number;
}

/** An event that can never become a row, set aside so that its batch can go on. Deleted after `RETENTION_IP_DAYS`. */
@Entity('rejected_events')
@Index('rejected_events_rejected_at', ['rejectedAt'])
@Index('rejected_events_event', { synchronize: false }) // gin of trigrams, which TypeORM cannot describe
export class RejectedEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  queue!: string;

  @Column('text')
  reason!: string;

  /** JSON as text: jsonb rejects NUL, which may be the very problem. */
  @Column('text')
  event!: string;

  @Column('timestamptz', { default: () => 'now()' })
  rejectedAt!: Date;
}

/** A month (UTC) whose rows retention has removed: its rollups, and those of each local day in it, no longer change. */
@Entity('sealed_months')
export class SealedMonth {
  @PrimaryColumn('date')
  month!: string;

  @Column('timestamptz', { default: () => 'now()' })
  sealedAt!: Date;
}

/** Values that the stored figures depend on, such as the time zone of its days. */
@Entity('settings')
export class Setting {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
