import type { FromSchema } from 'json-schema-to-ts';
import { bookingStatuses, calendarProviders } from '../http/booking.js';
import { instant, type KnownFields, text, traced, uuid } from '../schema.js';

/**
 * On the `signups` queue: a calendar reports the fate of a booking. `id` is derived from the content, so a repeat has
 * the same.
 */
export const recordBookingSchema = {
  type: 'object',
  required: ['id', 'receivedAt', 'provider', 'booking', 'status', 'occurredAt'],
  anyOf: [{ required: ['email'] }, { required: ['phone'] }],
  properties: {
    id: uuid,
    receivedAt: instant,
    provider: { type: 'string', enum: calendarProviders },
    /** The provider's id of the booking. */
    booking: { type: 'string', minLength: 1 },
    /** Id of the booking that was moved to this one. */
    replaces: text,
    status: { type: 'string', enum: bookingStatuses },
    email: { type: 'string', pattern: '.@.' },
    /** For bookings without an email address. */
    phone: { type: 'string', minLength: 1 },
    startsAt: instant,
    /** By the provider's clock where it says, else ours. */
    occurredAt: instant,
    ...traced,
  },
} as const;

export type RecordBooking = KnownFields<FromSchema<typeof recordBookingSchema>>;
export const recordBookingJobName = 'record-booking';
