import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BookingProvider, BookingStatus } from '../../http/booking.js';

/** What a calendar said of a booking. It belongs to the leads of its address, whichever came first. */
@Entity('booking_events')
@Index('booking_events_of_booking', ['provider', 'booking'])
@Index('booking_events_received_at', ['receivedAt'])
@Index('booking_events_address', { synchronize: false }) // of an expression, which TypeORM cannot describe
export class BookingEvent {
  /** Follows from what was said. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  provider!: BookingProvider;

  /** The provider's id of it. */
  @Column('text')
  booking!: string;

  /** That of the booking that was moved to this one. */
  @Column('text', { nullable: true })
  replaces!: string | null;

  @Column('text')
  status!: BookingStatus;

  @Column('text')
  email!: string;

  @Column('timestamptz', { nullable: true })
  startsAt!: Date | null;

  /** By the provider's clock where it says, else ours. */
  @Column('timestamptz')
  occurredAt!: Date;

  @Column('timestamptz')
  receivedAt!: Date;
}
