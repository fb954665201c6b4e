import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One opening of one video, however often it is sent again: the row keeps the longest time watched. */
@Entity('video_views')
@Index('video_views_newest', ['occurredAt'])
@Index('video_views_stored_at', { synchronize: false }) // brin, which TypeORM cannot describe
export class VideoView {
  @PrimaryColumn('uuid')
  viewId!: string;

  @PrimaryColumn('text')
  videoId!: string;

  /** Of the first sending that became this row. */
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  occurredAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;

  @Column('text')
  videoTitle!: string;

  @Column('integer')
  watchedSeconds!: number;

  /** What `watchedSeconds` was before the last sending that raised it: the rollup moves by the difference. */
  @Column('integer', { default: 0 })
  previousSeconds!: number;

  @Column('bytea')
  visitor!: Buffer;

  @Column('text')
  country!: string;

  @Column('text', { nullable: true })
  city!: string | null;

  @Column('inet', { nullable: true })
  ip!: string | null;
}

@Entity('video_views_by_day')
export class VideoViewsByDay {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  videoId!: string;

  /** As last sent. */
  @Column('text')
  videoTitle!: string;

  @Column('integer')
  views!: number;

  @Column('bigint')
  watchedSeconds!: string;

  /** Views of at least so many seconds: the marks of contracts/src/http/analytics.ts. */
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

/** How many rows of a day and video stand in `day_viewers`. */
@Entity('viewers_by_day')
export class ViewersByDay {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  videoId!: string;

  @Column('integer')
  viewers!: number;
}

@Entity('day_viewers')
export class DayViewer {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('text')
  videoId!: string;

  @PrimaryColumn('bytea')
  visitor!: Buffer;
}
