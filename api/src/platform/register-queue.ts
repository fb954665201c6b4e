import { BullModule } from '@nestjs/bullmq';
import type { DynamicModule } from '@nestjs/common';
import type { QueueName } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';

/** A queue reports a lost connection as an event; RedisHealth tells of it once, for all of them. */
class QuietQueue extends Queue {
  constructor(...given: ConstructorParameters<typeof Queue>) {
    super(...given);
    this.on('error', () => undefined);
  }
}

/** For a module whose providers ask for the queue with `@InjectQueue(name)`. */
export function registerQueue(name: QueueName): DynamicModule {
  // Here and not at the top of a module, where it would depend on what is imported first.
  BullModule.queueClass = QuietQueue;
  return BullModule.registerQueue({ name });
}
