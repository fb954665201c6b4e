import { Module } from '@nestjs/common';
import { AdminCalendarController } from './admin-calendar.controller.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarFeedController } from './calendar-feed.controller.js';
import { CalendarSourcesController } from './calendar-sources.controller.js';

@Module({
  controllers: [
    AdminCalendarController,
    CalendarController,
    CalendarSourcesController,
    CalendarFeedController,
  ],
})
export class CalendarModule {}
