import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SharedLink } from '@voordeur/contracts/db';
import { AdminSessionModule } from '../admin-session/admin-session.module.js';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AdminSharedLinksController } from './admin-shared-links.controller.js';
import { SharedLinks } from './shared-links.js';
import { SharedViewsController } from './shared-views.controller.js';
import { SharedViews } from './shared-views.js';

@Module({
  imports: [AdminSessionModule, AnalyticsModule, TypeOrmModule.forFeature([SharedLink])],
  controllers: [AdminSharedLinksController, SharedViewsController],
  providers: [SharedLinks, SharedViews],
})
export class SharedLinksModule {}
