import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { SourceCalendar, SourceFailure, SourceKind } from '../../http/calendar-sources.js';

/** Another calendar of the owner's, which says when she is busy. */
@Entity('calendar_sources')
@Index('calendar_sources_due', ['dueAt'])
@Index('calendar_sources_written', { synchronize: false }) // of an expression: there is one at most
@Check('calendar_sources_kind', `kind in ('caldav', 'ics')`)
export class CalendarSourceRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: SourceKind;

  /** The owner's name for it. */
  @Column('text')
  name!: string;

  /** By `calendarSeal`, as the password: the address of an `ics` is a secret. */
  @Column('bytea')
  sealedAddress!: Buffer;

  /** The address's, to be shown. */
  @Column('text')
  host!: string;

  @Column('text', { nullable: true })
  userName!: string | null;

  @Column('bytea', { nullable: true })
  sealedPassword!: Buffer | null;

  @Column('boolean')
  allDayBlocks!: boolean;

  /** The calendars that the last reading found. */
  @Column('jsonb', { default: [] })
  calendars!: SourceCalendar[];

  /** The address of the calendar that bookings are written into. */
  @Column('text', { nullable: true })
  writesTo!: string | null;

  /** The server's mark of the version that was read last; null: read all of it. */
  @Column('text', { nullable: true })
  version!: string | null;

  /** The last reading without a failure, changed or not. */
  @Column('timestamptz', { nullable: true })
  readAt!: Date | null;

  @Column('text', { nullable: true })
  failure!: SourceFailure | null;

  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  /** The reading under way; a change of the settings ends its claim. */
  @Column('uuid', { nullable: true })
  reading!: string | null;

  /** A worker that dies keeps it from the others until then. */
  @Column('timestamptz', { nullable: true })
  readingUntil!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  addedAt!: Date;
}

/** When the owner is busy elsewhere: the time alone, nothing of the event. */
@Entity('busy_times')
@Index('busy_times_during', { synchronize: false }) // gist, which TypeORM cannot describe
export class BusyTime {
  @PrimaryColumn('uuid')
  sourceId!: string;

  @ManyToOne(() => CalendarSourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'source_id', foreignKeyConstraintName: 'busy_times_source' })
  source!: Relation<CalendarSourceRow>;

  @PrimaryColumn('tstzrange')
  during!: string;
}
