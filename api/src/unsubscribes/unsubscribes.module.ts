import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { registerQueue } from '../platform/register-queue.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';
import { UnsubscribesController } from './unsubscribes.controller.js';

@Module({
  imports: [registerQueue(queueNames.unsubscribes)],
  controllers: [UnsubscribesController],
  providers: [UnsubscribeTokens],
})
export class UnsubscribesModule {}
