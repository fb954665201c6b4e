import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import {
  retryForever,
  mailJobNames,
  queueNames,
  sendMailSchema,
  type SendMail,
} from '@voordeur/contracts/jobs';
import { type Job, Queue, UnrecoverableError } from 'bullmq';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { compileSchema } from '../platform/compile-schema.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { enqueueDueMails } from './enqueue-due-mails.js';
import { sendMail, type SendMailContext } from './send-mail.js';
import { openSmtp } from '../mail/smtp.js';

const isSendMail = compileSchema<SendMail>(sendMailSchema);
const sweepEveryMs = 15_000;
/** Each holds a connection to Postgres while the mail server takes its time. */
const concurrency = 2;

/** Registered only where SMTP_URL is set. */
@Processor(queueNames.mails, { ...workerOptions, concurrency })
export class MailsProcessor extends JobProcessor implements OnApplicationBootstrap {
  private readonly log = new Logger('mails');
  private readonly context: SendMailContext;

  constructor(
    @InjectQueue(queueNames.mails) private readonly queue: Queue,
    { mail: settings }: Config,
    db: DataSource,
  ) {
    super();
    if (!settings) throw new Error('there are no mails without SMTP_URL');
    this.context = { db, smtp: openSmtp(settings.smtpUrl), settings };
  }

  /** Retries, and what was planned when its worker died. Any number of workers may say this: it is one scheduler. */
  async onApplicationBootstrap(): Promise<void> {
    const { findDue } = mailJobNames;
    await this.queue.upsertJobScheduler(
      findDue,
      { every: sweepEveryMs },
      { name: findDue, opts: retryForever },
    );
  }

  async process(job: Job<unknown>): Promise<void> {
    if (job.name === mailJobNames.findDue) {
      await enqueueDueMails(this.context.db, this.queue);
      return;
    }
    if (!isSendMail(job.data)) throw new UnrecoverableError('not a mail to send');
    const { mailId } = job.data;
    const status = await sendMail(mailId, this.context);
    if (status === 'failed') this.log.error({ mailId }, 'a mail failed; its row says why');
  }
}
