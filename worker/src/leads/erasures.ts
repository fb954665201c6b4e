import { Logger } from '@nestjs/common';
import { erasures } from '@voordeur/contracts/jobs';
import { describeError, errorName, serversOf } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import type { Config } from '../platform/config.js';
import { leadQueues, openQueues } from '../outbox/job-destination.js';
import type { Destination, LeasedEffect } from '../outbox/destination.js';
import { erasePerson } from './erase-person.js';
import { rewriteAppendOnlyFiles } from './rewrite-append-only-file.js';

const longestRetrySeconds = 60;

const log = new Logger('erasures');

/** Erase the persons that the owner asked to erase. */
export function erasureDestinations(
  db: DataSource,
  settings: Pick<Config, 'redisUrl' | 'queuePrefix'>,
): Destination[] {
  const { redis, queues } = openQueues(leadQueues, settings);
  return [erasures.destination, erasures.phoneDestination, erasures.textDestination].map((name) => ({
    ...erasureDestination(name, async ({ id }) => {
      const result = await erasePerson(db, queues, id);
      if (result === 'sent') await rewriteAppendOnlyFiles(serversOf(redis, settings.queuePrefix));
      return result;
    }),
    // Jobs hold addresses too.
    isReady: () => redis.status === 'ready',
    close: () => {
      redis.disconnect();
    },
  }));
}

/** Erasing as a destination. If `erase` throws, it is called again, forever, because it was promised. */
export function erasureDestination(
  name: string,
  erase: (effect: LeasedEffect) => ReturnType<typeof erasePerson>,
): Destination {
  return {
    kind: 'erasure',
    name,
    secondsToNextAttempt: (failures) => Math.min(failures, longestRetrySeconds),
    send: async (effect) => {
      try {
        return { result: await erase(effect) };
      } catch (error) {
        const reason = describeError(error, { messages: false });
        log.warn({ erasure: effect.id, error: reason }, 'an erasure will be retried');
        return { result: 'retry', error: errorName(error) };
      }
    },
  };
}
