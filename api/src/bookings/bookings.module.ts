import { Module } from '@nestjs/common';
import { AdminBookingsController } from './admin-bookings.controller.js';
import { BookingsController } from './bookings.controller.js';

@Module({
  controllers: [AdminBookingsController, BookingsController],
})
export class BookingsModule {}
