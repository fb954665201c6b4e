import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BotClass, BotReason } from '../../http/analytics.js';

/*
 * Narrow rollups of `visits` and `video_views`, moved in the transaction that stores the rows they count. Hours, days
 * and months are those of the site's time zone. `people` are page views by people; bots count only where named.
 * worker/src/rollups says how each is computed from its rows.
 */

abstract class OfDay {
  @PrimaryColumn('date')
  day!: string;
}

abstract class PeopleOfDay extends OfDay {
  @Column('integer')
  people!: number;
}

/** The page's digest is the key: a path of 2,048 characters does not fit into an index. */
abstract class PeopleOfPage {
  /** md5 of `page` */
  @PrimaryColumn('uuid')
  pageKey!: string;

  /** The path without its query. */
  @Column('text')
  page!: string;

  @Column('integer')
  people!: number;

  @Column('timestamptz')
  lastSeenAt!: Date;
}

abstract class OfVideoAndDay extends OfDay {
  @PrimaryColumn('text')
  videoId!: string;
}

@Entity('visits_by_hour')
export class VisitsByHour {
  /** Local time: the repeated hour of a 25-hour day is one row. */
  @PrimaryColumn('timestamp')
  hour!: string;

  @Column('integer')
  people!: number;

  @Column('integer')
  bots!: number;
}

@Entity('visits_by_day')
export class VisitsByDay extends PeopleOfDay {
  @Column('integer')
  bots!: number;
}

/** How many rows of `day_visitors` a day has. */
@Entity('visitors_by_day')
export class VisitorsByDay extends OfDay {
  @Column('integer')
  visitors!: number;
}

@Entity('visits_by_day_page')
export class VisitsByDayPage extends PeopleOfPage {
  @PrimaryColumn('date')
  day!: string;
}

@Entity('visits_by_month_page')
export class VisitsByMonthPage extends PeopleOfPage {
  /** The first day of the month. */
  @PrimaryColumn('date')
  month!: string;
}

@Entity('visits_by_day_country')
export class VisitsByDayCountry extends PeopleOfDay {
  @PrimaryColumn('text')
  country!: string;
}

@Entity('visits_by_month_country')
export class VisitsByMonthCountry {
  @PrimaryColumn('date')
  month!: string;

  @PrimaryColumn('text')
  country!: string;

  @Column('integer')
  people!: number;
}

@Entity('visits_by_day_referrer')
export class VisitsByDayReferrer extends PeopleOfDay {
  @PrimaryColumn('text')
  referrerHost!: string;
}

/** Visits with at least one of the three; an absent one is the empty string. */
@Entity('visits_by_day_campaign')
export class VisitsByDayCampaign extends PeopleOfDay {
  @PrimaryColumn('text')
  utmSource!: string;

  @PrimaryColumn('text')
  utmMedium!: string;

  @PrimaryColumn('text')
  utmCampaign!: string;
}

@Entity('visits_by_day_bot')
export class VisitsByDayBot extends OfDay {
  @PrimaryColumn('text')
  botClass!: BotClass;

  @PrimaryColumn('text')
  botReason!: BotReason;

  @Column('integer')
  bots!: number;
}

/** Visitors per day: tells whether a visitor is new to it. */
@Entity('day_visitors')
export class DayVisitor extends OfDay {
  @PrimaryColumn('bytea')
  visitor!: Buffer;
}

/** Deleted 48 hours after its day and its last use; without it a visitor's hash reveals nothing. */
@Entity('day_salts')
export class DaySalt extends OfDay {
  @Column('bytea')
  salt!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  usedAt!: Date;
}

@Entity('video_views_by_day')
export class VideoViewsByDay extends OfVideoAndDay {
  /** As last sent. */
  @Column('text')
  videoTitle!: string;

  @Column('integer')
  views!: number;

  @Column('bigint')
  watchedSeconds!: string;

  /** Views watched for at least this long: the marks of contracts/src/http/analytics.ts. */
  @Column('integer', { default: 0, name: 'reached_10' })
  reached10!: number;

  @Column('integer', { default: 0, name: 'reached_30' })
  reached30!: number;

  @Column('integer', { default: 0, name: 'reached_60' })
  reached60!: number;

  @Column('integer', { default: 0, name: 'reached_120' })
  reached120!: number;

  @Column('integer', { default: 0, name: 'reached_300' })
  reached300!: number;
}

/** How many views of a day ended at a second, as far as they have been reported. */
@Entity('video_views_by_day_second')
export class VideoViewsByDaySecond extends OfVideoAndDay {
  /** `longestCountedSeconds` (contracts/src/http/analytics.ts) means that and longer, so that a day has few rows. */
  @PrimaryColumn('integer')
  seconds!: number;

  @Column('integer')
  views!: number;
}

/** How many rows of `day_viewers` a day and video have. */
@Entity('viewers_by_day')
export class ViewersByDay extends OfVideoAndDay {
  @Column('integer')
  viewers!: number;
}

@Entity('day_viewers')
export class DayViewer extends OfVideoAndDay {
  @PrimaryColumn('bytea')
  visitor!: Buffer;
}
