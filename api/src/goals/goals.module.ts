import { Module } from '@nestjs/common';
import { GoalsRoute } from './goals.route.js';

@Module({
  providers: [GoalsRoute],
})
export class GoalsModule {}
