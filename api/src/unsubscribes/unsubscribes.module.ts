import { Module } from '@nestjs/common';
import { UnsubscribesController } from './unsubscribes.controller.js';

@Module({
  controllers: [UnsubscribesController],
})
export class UnsubscribesModule {}
