import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentMail } from '../platform/current-mail.js';
import { Site } from '../platform/site.js';
import { readSiteChanges } from './read-site.js';

/** As soon as the pages, which take up to 3 s. */
const everyMs = 2_000;

/** Keeps `Site` and `CurrentMail` in step with the changes that other processes store, or a restore brings back. */
@Injectable()
export class FollowChanges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly site: Site,
    private readonly mail: CurrentMail,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.timer = setInterval(() => {
      this.reading ??= this.read().finally(() => {
        this.reading = undefined;
      });
    }, everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.reading;
  }

  private async read(): Promise<void> {
    // Without Postgres, which others report, the last ones hold.
    const read = await readSiteChanges(this.db.manager).catch(() => null);
    if (read) this.site.change(read.changes);
    await this.mail.read(this.db.manager).catch(() => undefined);
  }
}
