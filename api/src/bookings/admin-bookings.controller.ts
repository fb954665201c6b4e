import { Controller, Get } from '@nestjs/common';
import type { BookingsWithoutLead } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { readBookingsWithoutLead } from './read-bookings.js';

@Controller('api/admin/bookings')
export class AdminBookingsController {
  constructor(private readonly db: DataSource) {}

  @Get()
  async withoutLead(): Promise<BookingsWithoutLead> {
    return { bookings: await readBookingsWithoutLead(this.db) };
  }
}
