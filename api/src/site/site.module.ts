import { Module } from '@nestjs/common';
import { FollowChanges } from './follow-changes.js';
import { SiteController } from './site.controller.js';

@Module({
  controllers: [SiteController],
  providers: [FollowChanges],
})
export class SiteModule {}
