/** Calendars that report bookings; `custom` is any other, read by `scheduler.webhook` of site.config.json. */
export const bookingProviders = ['calendly', 'cal', 'custom'] as const;
export type BookingProvider = (typeof bookingProviders)[number];

/** With the owner's own, whose bookings need no webhook. */
export const calendarProviders = [...bookingProviders, 'own'] as const;
export type CalendarProvider = (typeof calendarProviders)[number];

/** The fate of a booking. `attended`: a no-show was taken back. */
export const bookingStatuses = ['booked', 'moved', 'cancelled', 'no-show', 'attended'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** `POST /api/bookings/:provider`: the ids under which its events are on disk; none for events we don't keep (200). */
export interface BookingsAccepted {
  ids: string[];
  /** How many attendees of one webhook weren't kept, because it had more than 20. */
  leftOut?: number;
}

/** `GET /api/admin/bookings`: the newest bookings whose address or number no lead has, in their current state. */
export interface BookingsWithoutLead {
  bookings: {
    id: string;
    provider: CalendarProvider;
    status: BookingStatus;
    /** Null where only a number is known. */
    email: string | null;
    phone: string | null;
    /** ISO instant; null where the provider doesn't say. */
    startsAt: string | null;
    /** ISO instant of the last change. */
    occurredAt: string;
  }[];
}
