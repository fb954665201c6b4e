import { Check, Column, Entity, Exclusion, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CalendarSettings, MeetingPlace, MeetingState } from '../../http/calendar.js';

/** The owner's calendar. Without a row it's `defaultCalendar`. */
@Entity('calendar')
@Check('calendar_only', '"only"')
export class Calendar {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  @Column('jsonb')
  settings!: CalendarSettings;

  /** Counts the changes, for the guard against two at once. */
  @Column('integer')
  version!: number;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  /** In the signed address of the calendar that she subscribes to; null without one. */
  @Column('uuid', { nullable: true })
  feed!: string | null;
}

/**
 * A meeting in the owner's own calendar, or a time that is held while somebody fills in the form. No two that hold a time
 * overlap, whatever the programs do: `meetings_once` says so.
 */
@Entity('meetings')
@Unique('meetings_request_id', ['requestId'])
@Index('meetings_starts_at', ['startsAt'])
@Index('meetings_email_key', ['emailKey'], { where: 'email_key is not null' })
@Index('meetings_of_lead', ['leadId'], { where: 'lead_id is not null' })
@Index('meetings_phone', { synchronize: false }) // of an expression, which TypeORM cannot describe
@Index('meetings_notes', { synchronize: false }) // gin of trigrams, likewise
@Exclusion('meetings_once', `using gist (blocked with &&) where (state in ('held', 'booked'))`)
@Check('meetings_state', `state in ('held', 'booked', 'cancelled', 'no-show', 'done')`)
export class Meeting {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  state!: MeetingState | 'held';

  /** The id of its kind, which the owner may have removed since. */
  @Column('text')
  kind!: string;

  @Column('timestamptz')
  startsAt!: Date;

  @Column('timestamptz')
  endsAt!: Date;

  /** From its start to its end, with the buffers that the kind had. */
  @Column('tstzrange')
  blocked!: string;

  /** The wall time, `YYYY-MM-DDTHH:MM`, and the IANA zone that it was chosen in; null for a hold. */
  @Column('text', { nullable: true })
  wallTime!: string | null;

  @Column('text', { nullable: true })
  timeZone!: string | null;

  /** A hold ends then. It's removed by the next that needs its time. */
  @Column('timestamptz', { nullable: true })
  holdUntil!: Date | null;

  /** A keyed hash of the holder's address: there's one hold for each. */
  @Column('bytea', { nullable: true })
  holder!: Buffer | null;

  /** The form's own id, so that a form that's sent again is the same booking. */
  @Column('uuid', { nullable: true })
  requestId!: string | null;

  /** The kind's name and place as the visitor saw them. */
  @Column('text', { nullable: true })
  title!: string | null;

  @Column('jsonb', { nullable: true })
  place!: MeetingPlace | null;

  @Column('text', { nullable: true })
  email!: string | null;

  /** For lookups. */
  @Column('text', { nullable: true })
  emailKey!: string | null;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('jsonb', { default: [] })
  answers!: { question: string; answer: string }[];

  /** As the form said it. */
  @Column('text', { nullable: true })
  language!: string | null;

  @Column('uuid', { nullable: true })
  leadId!: string | null;

  /** That of its `.ics` (RFC 5545): grows with each change. */
  @Column('integer', { default: 0 })
  sequence!: number;

  /** Where it was copied to: one of the owner's calendars, and the address of its event there. */
  @Column('uuid', { nullable: true })
  copySource!: string | null;

  @Column('text', { nullable: true })
  copyUrl!: string | null;

  /** The owner's own words. */
  @Column('text', { nullable: true })
  notes!: string | null;

  @Column('timestamptz', { nullable: true })
  bookedAt!: Date | null;
}
