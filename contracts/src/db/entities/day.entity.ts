import { Column, Entity, PrimaryColumn } from 'typeorm';

/*
 * Made by worker/src/days from the rows of `visits`, `video_views`, `reached_goals` and `text_edits`. Hours, days and months are
 * those of the site's time zone. Nothing adds to these tables: a day that changed is made again, whole.
 */

/** A note that rows of a day have changed since it was made, in the transaction that changed them. */
@Entity('changed_days')
export class ChangedDay {
  @PrimaryColumn('bigint', { generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('date')
  day!: string;

  @Column('timestamptz', { default: () => 'now()' })
  notedAt!: Date;
}

/** A day that has page views. */
@Entity('days')
export class Day {
  @PrimaryColumn('date')
  day!: string;

  /** Page views by people. */
  @Column('integer')
  people!: number;

  /** Likewise, by the hour of the day, 24 of them: the repeated hour of a 25-hour day is one. */
  @Column('integer', { array: true })
  peopleByHour!: number[];

  /** Page views by bots. */
  @Column('integer')
  bots!: number;

  @Column('integer')
  visitors!: number;

  /** The instant of the rows that it was made of. */
  @Column('timestamptz', { default: () => 'now()' })
  builtAt!: Date;

  @Column('integer', { default: 0 })
  tookMs!: number;
}

/** Page views with one value of a dimension. */
abstract class ViewsOfValue {
  /** `page`, `country`, `referrer` or `campaign` of people (worker/src/days/dimensions.ts), or `bot`. */
  @PrimaryColumn('text')
  dimension!: string;

  /** md5 of `value`: a path of 2,048 characters does not fit into an index. */
  @PrimaryColumn('uuid')
  key!: string;

  /** The parts of a campaign or a bot are one a line. */
  @Column('text')
  value!: string;

  @Column('integer')
  views!: number;

  /** For pages only. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;
}

@Entity('values_by_day')
export class ViewsOfValueByDay extends ViewsOfValue {
  @PrimaryColumn('date')
  day!: string;
}

@Entity('values_by_month')
export class ViewsOfValueByMonth extends ViewsOfValue {
  /** The first day of the month. */
  @PrimaryColumn('date')
  month!: string;
}

@Entity('videos_by_day')
export class VideoByDay {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  videoId!: string;

  /** As last sent. */
  @Column('text')
  title!: string;

  @Column('integer')
  views!: number;

  @Column('integer')
  viewers!: number;

  /** How many views ended at each second; the last one, `longestCountedSeconds`, means that and longer. */
  @Column('integer', { array: true })
  viewsBySecond!: number[];

  @Column('bigint')
  watchedSeconds!: string;
}

/** The sessions of a day, as filters read them. */
@Entity('sessions_by_day')
export class SessionsByDay {
  @PrimaryColumn('date')
  day!: string;

  /** Another one whenever they are other than they were. */
  @Column('uuid')
  version!: string;

  /** As `packColumns` of the package `server` writes it. */
  @Column('text')
  packed!: string;
}

/** Deleted 48 hours after its day and its last use; without it a visitor's hash reveals nothing. */
@Entity('day_salts')
export class DaySalt {
  @PrimaryColumn('date')
  day!: string;

  @Column('bytea')
  salt!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  usedAt!: Date;
}
