import { Module } from '@nestjs/common';
import { AdminCalendarController } from './admin-calendar.controller.js';
import { CalendarController } from './calendar.controller.js';

@Module({ controllers: [AdminCalendarController, CalendarController] })
export class CalendarModule {}
