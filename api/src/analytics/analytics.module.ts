import { Module } from '@nestjs/common';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { AnalyticsController } from './analytics.controller.js';

@Module({ imports: [AdminSessionModule], controllers: [AnalyticsController] })
export class AnalyticsModule {}
