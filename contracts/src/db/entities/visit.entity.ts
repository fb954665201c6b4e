import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BotClass, BotReason, Suspicion } from '../../http/analytics.js';
import type { Goal } from '../../http/session.js';
import type { VisitSource } from '../../jobs/record-visits.js';

/** Columns of both visits and video views. */
abstract class VisitorEvent {
  @Column('timestamptz')
  occurredAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;

  /** ISO 3166-1 alpha-2; `ZZ` if unknown. */
  @Column('text')
  country!: string;

  @Column('text', { nullable: true })
  city!: string | null;

  /** Truncated for people unless `IP_PRIVACY=full`; null once retention has removed it. */
  @Column('inet', { nullable: true })
  ip!: string | null;
}

/**
 * One page view, by a person or a bot (`botReason` set). Partitioned by month over the UUIDv7 `id`, whose
 * first 48 bits are the milliseconds of `occurredAt`, so that the primary key is global.
 */
@Entity('visits')
@Index('visits_people_newest', ['id'], { where: 'bot_reason is null' })
@Index('visits_bots_newest', ['id'], { where: 'bot_reason is not null' })
@Index('visits_of_visitor', ['visitor', 'id'], { where: 'visitor is not null' })
@Index('visits_not_described', ['id'], { where: 'path is null and bot_reason is null' })
@Index('visits_joined', ['joinedId'], { where: 'joined_id is not null' })
@Index('visits_with_address', ['storedAt'], { where: 'ip is not null' })
@Index('visits_stored_at', { synchronize: false }) // brin, which TypeORM cannot describe
@Index('visits_referrer', { synchronize: false }) // gin of trigrams, likewise
export class Visit extends VisitorEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  source!: VisitSource;

  /** The path, with at most the utm_* part of its query. */
  @Column('text')
  page!: string;

  @Column('text', { nullable: true })
  referrer!: string | null;

  /** Null for a direct visit and for the product's own host. */
  @Column('text', { nullable: true })
  referrerHost!: string | null;

  @Column('text', { nullable: true })
  utmSource!: string | null;

  @Column('text', { nullable: true })
  utmMedium!: string | null;

  @Column('text', { nullable: true })
  utmCampaign!: string | null;

  @Column('text', { nullable: true })
  language!: string | null;

  /** Set for people, from their user agent, without versions: `desktop`, `Firefox`, `Linux`. */
  @Column('text', { nullable: true })
  device!: string | null;

  @Column('text', { nullable: true })
  browser!: string | null;

  @Column('text', { nullable: true })
  system!: string | null;

  /** Hash of address, agent and the day's salt; people only. */
  @Column('bytea', { nullable: true })
  visitor!: Buffer | null;

  @Column('text', { nullable: true })
  botReason!: BotReason | null;

  @Column('text', { nullable: true })
  botClass!: BotClass | null;

  @Column('text', { nullable: true })
  botName!: string | null;

  /** Bots only; for people it isn't needed. */
  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** The page without its query; null for bots, and for what a version before stored. So are the next three. */
  @Column('text', { nullable: true })
  path!: string | null;

  /** Source, medium and name, one a line. */
  @Column('text', { nullable: true })
  campaign!: string | null;

  /** Device class, browser and operating system, one a line. */
  @Column('text', { nullable: true })
  client!: string | null;

  /** Its place in `sourceClasses` of contracts/src/http/session.ts. */
  @Column('smallint', { nullable: true })
  sourceClass!: number | null;

  /** The record of the other source (edge or beacon) that was this same page view and became no row. */
  @Column('uuid', { nullable: true })
  joinedId!: string | null;

  /** People only; null for most. */
  @Column('text', { nullable: true })
  suspicion!: Suspicion | null;
}

/** One opening of one video, however often it is sent again: the row keeps the longest time watched. */
@Entity('video_views')
@Index('video_views_newest', ['occurredAt'])
@Index('video_views_of_visitor', ['visitor'])
@Index('video_views_with_address', ['storedAt'], { where: 'ip is not null' })
@Index('video_views_stored_at', { synchronize: false }) // brin, which TypeORM cannot describe
export class VideoView extends VisitorEvent {
  @PrimaryColumn('uuid')
  viewId!: string;

  @PrimaryColumn('text')
  videoId!: string;

  /** Id of the first report that became this row. */
  @Column('uuid')
  id!: string;

  @Column('text')
  videoTitle!: string;

  @Column('integer')
  watchedSeconds!: number;

  /** `watchedSeconds` before the last report that raised it: the rollup moves by the difference. */
  @Column('integer', { default: 0 })
  previousSeconds!: number;

  @Column('bytea')
  visitor!: Buffer;
}

/**
 * A visitor who had their visit erased. Events accepted earlier but still on their way aren't stored either. Deleted
 * with the salt of its day.
 */
@Entity('erased_visitors')
export class ErasedVisitor {
  /** As of a visit. */
  @PrimaryColumn('bytea')
  visitor!: Buffer;

  /** In the site's zone. */
  @Column('date')
  day!: string;

  @Column('timestamptz')
  erasedAt!: Date;
}

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
