import { Controller, Get } from '@nestjs/common';
import type { BookingsWithoutLead } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';

type BookingRow = Omit<BookingsWithoutLead['bookings'][number], 'startsAt' | 'occurredAt'> & {
  startsAt: Date | null;
  occurredAt: Date;
};

@Controller('api/admin/bookings')
export class AdminBookingsController {
  constructor(private readonly db: DataSource) {}

  /** Bookings whose address no lead has, the newest 50, each as it stands; one that was moved is where it was moved to. */
  @Get()
  async withoutLead(): Promise<BookingsWithoutLead> {
    const rows = await this.db.query<BookingRow[]>(
      `select * from (
        select distinct on (provider, booking) id, provider, status, email, starts_at as "startsAt",
          occurred_at as "occurredAt"
        from booking_events as one
        where not exists (select from leads where lower(leads.email) = lower(one.email))
          and not exists (select from booking_events as later where later.provider = one.provider
            and later.replaces = one.booking and lower(later.email) = lower(one.email))
        order by provider, booking, occurred_at desc, id) as bookings
      order by "occurredAt" desc limit 50`,
    );
    return {
      bookings: rows.map((row) => ({
        ...row,
        startsAt: row.startsAt?.toISOString() ?? null,
        occurredAt: row.occurredAt.toISOString(),
      })),
    };
  }
}
