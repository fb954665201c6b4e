import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { maintenanceDatabase } from '../platform/database.js';
import { buildChangedDays } from './build-days.js';
import { noteRecentDays } from './changed-days.js';

const lookEveryMs = 1_000;
const upgradeTakesMs = 10 * 60_000;

/** Keeps the figures of all days in step with their rows: one worker does at a time, whichever looks first. */
@Injectable()
export class DayBuilder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('days');
  private readonly stop = new AbortController();
  private building: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource(maintenanceDatabase) private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.building = this.buildUntilStopped();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.building;
  }

  private async buildUntilStopped(): Promise<void> {
    const { signal } = this.stop;
    // During an upgrade a worker of an earlier version stores rows and notes nothing.
    const notesAtMs = [Date.now(), Date.now() + upgradeTakesMs];
    while (!signal.aborted) {
      try {
        const [nextMs = Infinity] = notesAtMs;
        if (Date.now() >= nextMs) {
          await noteRecentDays(this.db.manager, this.config.timeZone);
          notesAtMs.shift();
        }
        await buildChangedDays(this.db, this.config, { signal });
      } catch (error) {
        // Tried again in a second: what changed is still noted.
        this.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'days wait to be built');
      }
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
