import { WorkerHost } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { survivesKills } from '@voordeur/contracts/jobs';
import type { WorkerOptions } from 'bullmq';
import { waitForService } from './wait-for-service.js';

/** How every queue's worker takes its jobs. */
export const takingJobs = {
  ...survivesKills,
  settings: { backoffStrategy: waitForService },
} as const satisfies Partial<WorkerOptions>;

/**
 * Stops taking jobs and finishes those that run before Nest closes the database: it would do both in one
 * phase, and a running job would fail on a closed connection.
 */
export abstract class JobTaker extends WorkerHost implements BeforeApplicationShutdown {
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }
}
