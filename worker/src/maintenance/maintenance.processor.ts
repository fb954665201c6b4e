import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queueNames, scheduledJobOptions } from '@voordeur/contracts/jobs';
import { type Job, Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { maintenanceDatabase } from '../platform/database.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { countCheckedDays } from '../platform/metrics.js';
import { applyRetention } from './apply-retention.js';
import { retainLeads } from './retain-leads.js';
import { checkDays } from '../days/build-days.js';
import { daysToCheck } from '../days/days-to-check.js';
import { LiveMail } from '../mail/live-mail.js';
import { planSecurityNotices } from '../mail/plan-security-notices.js';
import { forgetAnswers } from '../intake/visitor-requests.js';
import { writeMediaFiles } from '../media/media-files.js';
import { planDueLetter } from '../mail/plan-due-letter.js';
import { makePartitionsAhead } from '../intake/partitions.js';

/** When each job runs, in the site's zone: at night, the cleaning after the counting; urgent ones, each minute. */
const schedules = {
  'make-partitions': '0 2 * * *',
  'check-days': '20 3 * * *',
  'apply-retention': '40 4 * * *',
  // In working hours: it's sent as soon as it's planned.
  'plan-weekly-letter': '0 8 * * 1',
  'plan-security-notices': '* * * * *',
  'forget-answers': '* * * * *',
};

@Processor(queueNames.maintenance, workerOptions)
export class MaintenanceProcessor extends JobProcessor implements OnApplicationBootstrap {
  private readonly log = new Logger('maintenance');

  constructor(
    @InjectQueue(queueNames.maintenance) private readonly queue: Queue,
    private readonly config: Config,
    private readonly mail: LiveMail,
    @InjectDataSource(maintenanceDatabase) private readonly db: DataSource,
  ) {
    super();
  }

  /** Any number of workers may do this: a scheduler is identified by its id. */
  async onApplicationBootstrap(): Promise<void> {
    for (const [name, pattern] of Object.entries(schedules)) {
      await this.queue.upsertJobScheduler(
        name,
        { pattern, tz: this.config.timeZone },
        { name, opts: scheduledJobOptions },
      );
    }
    // Jobs of an earlier version.
    for (const { key } of await this.queue.getJobSchedulers())
      if (!(key in schedules)) await this.queue.removeJobScheduler(key);
    // Setting a schedule drops runs that were due while no worker ran. A night's cleaning can wait for the next; this
    // can't.
    await this.planLetter();
  }

  protected async run(job: Job<unknown, unknown, keyof typeof schedules>): Promise<void> {
    switch (job.name) {
      case 'make-partitions':
        return makePartitionsAhead(this.db, new Date());
      case 'check-days': {
        const days = await daysToCheck(this.db, this.config.timeZone, new Date());
        const drift = await checkDays(this.db, this.config, days);
        // Tried again: another worker builds at this moment.
        if (!drift) throw new Error('days are being built');
        countCheckedDays(Object.values(drift).reduce((sum, rows) => sum + rows, 0));
        if (Object.keys(drift).length > 0) this.log.error({ drift }, 'figures differed from their rows');
        return;
      }
      case 'apply-retention':
        this.log.log({ removed: await applyRetention(this.db, this.config.retention) }, 'retention');
        // Else the site would serve them until pages are rendered.
        if (this.config.pages) await writeMediaFiles(this.db.manager, this.config.pages.dir);
        this.log.log({ leads: await retainLeads(this.db, this.config.leadDays) }, 'retention of leads');
        return;
      case 'plan-security-notices':
        return planSecurityNotices(this.db, this.mail.current !== undefined);
      case 'forget-answers':
        return forgetAnswers(this.db);
      case 'plan-weekly-letter':
        return this.planLetter();
    }
  }

  private async planLetter(): Promise<void> {
    if (this.mail.current) await planDueLetter(this.db, new Date(), this.config.timeZone);
  }
}
