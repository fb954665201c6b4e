import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Goal } from '../../http/session.js';

/**
 * Page views of one visitor with gaps of at most 30 minutes. Every column follows from the rows of `visits`,
 * `video_views`, `reached_goals` and `text_edits`, in whatever order they came in (worker/src/sessions). Partitioned by month
 * (UTC) of its start; months go with those of `visits`.
 */
@Entity('sessions')
@Index('sessions_started_at', { synchronize: false }) // brin, which TypeORM cannot describe
@Index('sessions_watched', ['startedAt'], { where: 'video_seconds > 0' })
export class Session {
  /** As of a visit, in half as many bytes of an index; another every day. */
  @PrimaryColumn('uuid')
  visitor!: string;

  @PrimaryColumn('timestamptz')
  startedAt!: Date;

  /** The last page view. */
  @Column('timestamptz')
  endedAt!: Date;

  /** The first page, without its query: of `names`, as are the ids below. */
  @Column('bigint')
  entry!: string;

  @Column('bigint')
  exit!: string;

  /** The host that sent the visitor. */
  @Column('bigint', { nullable: true })
  referrer!: string | null;

  /** utm_source, utm_medium and utm_campaign of the first page view, one a line. */
  @Column('bigint', { nullable: true })
  campaign!: string | null;

  @Column('bigint', { nullable: true })
  city!: string | null;

  /** Device class, browser and operating system, one a line. */
  @Column('bigint', { nullable: true })
  client!: string | null;

  /** When the texts were last edited before its start; null: never. */
  @Column('timestamptz', { nullable: true })
  textsAt!: Date | null;

  /** The day it started, in the site's zone. */
  @Column('date')
  day!: string;

  @Column('integer')
  pageViews!: number;

  /** Watched by its visitor from its start to that of their next session. */
  @Column('integer', { default: 0 })
  videoSeconds!: number;

  /** A bit for each of `goals` in contracts/src/http/session.ts. */
  @Column('integer', { default: 0 })
  goals!: number;

  /** 0 to 23, of its start, in the site's zone. */
  @Column('smallint')
  hour!: number;

  /** Its place in `sourceClasses` of contracts/src/http/session.ts. */
  @Column('smallint')
  source!: number;

  /** A bit for each of `suspicions` that one of its page views is under. */
  @Column('smallint')
  suspicions!: number;

  @Column('text')
  country!: string;

  /** The language of the first page. */
  @Column('text', { nullable: true })
  language!: string | null;

  /** The pages between entry and exit, by id, a page as often as it was viewed; null: none. At most 500 of them. */
  @Column('bigint', { array: true, nullable: true })
  pagesBetween!: string[] | null;
}

/** The sessions of a day, as filters read them. A trigger on `sessions` adds the day and says when a row has changed. */
@Entity('packed_sessions')
export class PackedSessions {
  /** A day in the site's zone; every day that has sessions. */
  @PrimaryColumn('date')
  day!: string;

  /** Another one whenever it's packed again; null since a row changed. */
  @Column('uuid', { nullable: true })
  version!: string | null;

  /** As `packColumns` of the package `server` writes it; null since a row changed. */
  @Column('text', { nullable: true })
  packed!: string | null;
}

/** The names behind the ids in `sessions`. */
@Entity('names')
export class Name {
  /** The first 8 bytes of the md5 of kind and name, so that it's the same in whatever order names come in. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text')
  kind!: NameKind;

  @Column('text')
  name!: string;

  /** The day it was last stored with a page view, or the day before. */
  @Column('date', { default: () => 'now()' })
  usedOn!: string;
}

export type NameKind = 'page' | 'referrer' | 'campaign' | 'city' | 'client';

/**
 * A goal that a visitor reached: by sending a form, where it's certain which visitor did, or by something that a page
 * reported (`reportedGoals`).
 */
@Entity('reached_goals')
@Index('reached_goals_of_visitor', ['visitor'])
export class ReachedGoal {
  /**
   * The lead's, or that of the page's report. Another than the lead's once its person is erased: the figure stays.
   */
  @PrimaryColumn('uuid')
  leadId!: string;

  @PrimaryColumn('text')
  goal!: Goal;

  @Column('bytea')
  visitor!: Buffer;

  @Column('timestamptz')
  occurredAt!: Date;
}
