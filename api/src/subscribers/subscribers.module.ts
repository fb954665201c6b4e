import { Module } from '@nestjs/common';
import { AdminSubscribersController } from './admin-subscribers.controller.js';

@Module({
  controllers: [AdminSubscribersController],
})
export class SubscribersModule {}
