import { Controller, Get } from '@nestjs/common';
import type { BookingsWithoutLead } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { readBookingsWithoutLead } from './read-bookings.js';

@Controller('api/admin/bookings')
export class AdminBookingsController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @ApiCall('The newest bookings without a lead', { answer: objectSchema })
  async withoutLead(): Promise<BookingsWithoutLead> {
    return { bookings: await readBookingsWithoutLead(this.db) };
  }
}
