import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { AnalyticsController } from './analytics.controller.js';
import { FiguresDatabase } from './figures-database.js';
import { PeopleStreams } from './people-streams.js';

@Module({
  imports: [AdminSessionModule],
  controllers: [AnalyticsController],
  providers: [FiguresDatabase, PeopleStreams],
  exports: [FiguresDatabase],
})
export class AnalyticsModule {}
