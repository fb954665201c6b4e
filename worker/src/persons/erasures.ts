import { Logger } from '@nestjs/common';
import { erasures } from '@voordeur/contracts/jobs';
import { describeError, errorName, serversOf } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import type { Config } from '../platform/config.js';
import { leadQueues, openQueues } from '../destinations/job.js';
import type { Destination } from '../outbox/destination.js';
import { erasePerson } from './erase-person.js';
import { rewriteAppendOnlyFiles } from './rewrite-append-only-file.js';

const longestRetrySeconds = 60;

/** Erase the persons that the owner asked to erase. Retried forever, because that was promised. */
export function erasureDestinations(
  db: DataSource,
  settings: Pick<Config, 'redisUrl' | 'queuePrefix'>,
): Destination[] {
  const log = new Logger('erasures');
  const { redis, queues } = openQueues(leadQueues, settings);
  return [erasures.destination, erasures.phoneDestination, erasures.textDestination].map((name) => ({
    kind: 'erasure',
    name,
    secondsToNextAttempt: (failures) => Math.min(failures, longestRetrySeconds),
    // Jobs hold addresses too.
    isReady: () => redis.status === 'ready',
    close: () => {
      redis.disconnect();
    },
    send: async ({ id }) => {
      try {
        const result = await erasePerson(db, queues, id);
        if (result === 'sent') await rewriteAppendOnlyFiles(serversOf(redis, settings.queuePrefix));
        return { result };
      } catch (error) {
        log.warn(
          { erasure: id, error: describeError(error, { messages: false }) },
          'an erasure will be retried',
        );
        return { result: 'retry', error: errorName(error) };
      }
    },
  }));
}
