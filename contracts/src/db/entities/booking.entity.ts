import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BookingStatus, CalendarProvider } from '../../http/booking.js';

/** A booking as a calendar reported it. It belongs to the leads of its address or number, whichever came first. */
@Entity('booking_events')
@Index('booking_events_of_booking', ['provider', 'booking'])
@Index('booking_events_received_at', ['receivedAt'])
@Index('booking_events_email_key', ['emailKey', 'receivedAt'])
@Index('booking_events_phone', { synchronize: false }) // of an expression, which TypeORM cannot describe
@Check('booking_events_person', 'email is not null or phone is not null')
export class BookingEvent {
  /** Derived from the report. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  provider!: CalendarProvider;

  /** The provider's id of it. */
  @Column('text')
  booking!: string;

  /** Id of the booking that was moved to this one. */
  @Column('text', { nullable: true })
  replaces!: string | null;

  @Column('text')
  status!: BookingStatus;

  @Column('text', { nullable: true })
  email!: string | null;

  /** Set if somebody booked by text message and left no address. */
  @Column('text', { nullable: true })
  phone!: string | null;

  /** The key for lookups; filled by a trigger for a worker of the previous version. */
  @Column('text', { nullable: true })
  emailKey!: string | null;

  @Column('timestamptz', { nullable: true })
  startsAt!: Date | null;

  /** By the provider's clock where it says, else ours. */
  @Column('timestamptz')
  occurredAt!: Date;

  @Column('timestamptz')
  receivedAt!: Date;
}

/** A booking whose person was erased: later or repeated reports of it aren't stored. */
@Entity('erased_bookings')
export class ErasedBooking {
  /** Differs per row, so that short ids can't be found by comparing digests. */
  @PrimaryColumn('uuid')
  salt!: string;

  /** SHA-256 of salt, provider and the provider's id of the booking. */
  @Column('bytea')
  digest!: Buffer;
}
