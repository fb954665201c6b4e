import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { replyServer } from '@voordeur/contracts/db';
import { queueNames } from '@voordeur/contracts/jobs';
import { TracingShutdown } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { Config } from './platform/config.js';
import { DayBuilder } from './days/day-builder.js';
import { databaseOptions, maintenanceDatabase } from './platform/database.js';
import { jobDestinations } from './outbox/job-destination.js';
import { mailDestination } from './outbox/mail-destination.js';
import { pushDestination } from './outbox/push-destination.js';
import { webhookDestinations } from './outbox/webhook-destination.js';
import { HealthController } from './maintenance/health.controller.js';
import { LeadFollowUp } from './leads/lead-follow-up.js';
import { LiveMail } from './mail/live-mail.js';
import { LiveWebhooks } from './outbox/live-webhooks.js';
import { SignupsProcessor, UnsubscribesProcessor } from './leads/leads.processor.js';
import { MaintenanceProcessor } from './maintenance/maintenance.processor.js';
import { calendarDestination } from './outbox/calendar-destination.js';
import { CalendarReader } from './calendar/calendar-reader.js';
import { checkDestination } from './checks/check-destination.js';
import type { Destination } from './outbox/destination.js';
import { Outbox } from './outbox/outbox.js';
import { erasureDestinations } from './leads/erasures.js';
import { PushKeyAtStartup } from './push/push-key.js';
import { UploadChecks } from './media/check-uploads.js';
import { Pages } from './pages/pages.js';
import { Lookup } from './lookup/lookup.js';
import { MetricsController, QUEUES } from './platform/metrics.js';
import { isPublicAddress } from './platform/public-address.js';
import { systemLookup } from './platform/checked-addresses.js';
import { WorkerRedis } from './platform/worker-redis.js';
import { GoalsProcessor } from './intake/goals.processor.js';
import { Intake } from './intake/intake.js';
import { VideoViewsProcessor } from './intake/video-views.processor.js';
import { visitorRequestDestination } from './intake/visitor-requests.js';
import { VisitsProcessor } from './intake/visits.processor.js';
import { Webhooks } from './outbox/webhooks.js';

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    const redis = new WorkerRedis(config);
    return {
      module: WorkerModule,
      imports: [
        TypeOrmModule.forRoot(
          databaseOptions(config.databaseUrl, 'service', {
            applicationName: 'worker',
            // Writers of visits, of video views and of leads, and six for everything that's rarer or short.
            poolSize: 3 * config.concurrency + 6,
          }),
        ),
        TypeOrmModule.forRoot({
          name: maintenanceDatabase,
          ...databaseOptions(config.databaseUrl, 'bulk', { applicationName: 'maintenance', poolSize: 3 }),
        }),
        BullModule.forRoot({
          prefix: config.queuePrefix,
          connection: redis.client,
        }),
        BullModule.registerQueue(...Object.values(queueNames).map((name) => ({ name }))),
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Config, useValue: config },
        { provide: WorkerRedis, useValue: redis },
        { provide: Lookup, useFactory: () => Lookup.open(config) },
        {
          provide: QUEUES,
          inject: Object.values(queueNames).map((name) => getQueueToken(name)),
          useFactory: (...queues: Queue[]) => queues,
        },
        Intake,
        VisitsProcessor,
        VideoViewsProcessor,
        GoalsProcessor,
        LiveMail,
        LeadFollowUp,
        SignupsProcessor,
        UnsubscribesProcessor,
        Webhooks,
        LiveWebhooks,
        PushKeyAtStartup,
        {
          provide: Outbox,
          inject: [DataSource, Intake, LiveMail, LiveWebhooks],
          useFactory: (db: DataSource, intake: Intake, mail: LiveMail, webhooks: LiveWebhooks) =>
            new Outbox(db, config, destinationsOf(db, config, intake, { mail, webhooks })),
        },
        MaintenanceProcessor,
        DayBuilder,
        UploadChecks,
        CalendarReader,
        Pages,
        TracingShutdown,
      ],
    };
  }
}

function destinationsOf(
  db: DataSource,
  config: Config,
  intake: Intake,
  { mail, webhooks }: { mail: LiveMail; webhooks: LiveWebhooks },
): Destination[] {
  const { allowPrivate } = config.webhooks;
  const how = { isAllowed: allowPrivate ? () => true : isPublicAddress, lookUp: systemLookup };
  return [
    ...webhookDestinations(db, webhooks),
    mailDestination(db, mail),
    mailDestination(db, mail, replyServer),
    ...(config.push ? [pushDestination(db, config.push, how)] : []),
    ...jobDestinations(db, config),
    ...erasureDestinations(db, config),
    visitorRequestDestination(intake),
    checkDestination({ allowPrivate }),
    ...(config.jwtSecret === undefined
      ? []
      : [
          calendarDestination(db, {
            jwtSecret: config.jwtSecret,
            ...config.letter,
            how: { ...how, allowPlain: allowPrivate },
          }),
        ]),
  ];
}
