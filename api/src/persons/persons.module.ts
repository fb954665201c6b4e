import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { registerQueue } from '../platform/register-queue.js';
import { PersonsController } from './persons.controller.js';

@Module({
  imports: [registerQueue(queueNames.signups), registerQueue(queueNames.unsubscribes)],
  controllers: [PersonsController],
})
export class PersonsModule {}
