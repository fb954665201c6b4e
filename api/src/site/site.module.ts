import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module.js';
import { FollowChanges } from './follow-changes.js';
import { SiteController } from './site.controller.js';

@Module({
  imports: [LeadsModule],
  controllers: [SiteController],
  providers: [FollowChanges],
})
export class SiteModule {}
