import { DataSource, type DataSourceOptions } from 'typeorm';
import { AdminSession, LoginFailure } from './entities/admin-session.entity.js';
import { Effect, EffectAttempt, WebhookEndpointState } from './entities/effect.entity.js';
import { Lead } from './entities/lead.entity.js';
import {
  DropsByDay,
  RecordedChunk,
  RejectedEvent,
  SealedMonth,
  Setting,
} from './entities/pipeline.entity.js';
import { Subscriber } from './entities/subscriber.entity.js';
import { Suppression } from './entities/suppression.entity.js';
import { LiveText, TextEdit, TextsState } from './entities/text.entity.js';
import { DayViewer, VideoView, VideoViewsByDay, ViewersByDay } from './entities/video-view.entity.js';
import { Visit } from './entities/visit.entity.js';
import * as rollups from './entities/visit-rollups.entity.js';
import { CreateVisits1764547200000 } from './migrations/1764547200000-create-visits.js';
import { CreateVideoViews1764547260000 } from './migrations/1764547260000-create-video-views.js';
import { CreateLeads1764547320000 } from './migrations/1764547320000-create-leads.js';
import { CreateAdminSessions1764547380000 } from './migrations/1764547380000-create-admin-sessions.js';
import { ExtendLeads1764547440000 } from './migrations/1764547440000-extend-leads.js';
import { CreateDeliveries1764547500000 } from './migrations/1764547500000-create-deliveries.js';
import { CreateSubscribers1764547560000 } from './migrations/1764547560000-create-subscribers.js';
import { AnswerLeads1764547620000 } from './migrations/1764547620000-answer-leads.js';
import { CreateTexts1764547680000 } from './migrations/1764547680000-create-texts.js';
import { AddWeeklyLetter1764547740000 } from './migrations/1764547740000-add-weekly-letter.js';
import { CountWatchMarks1764547860000 } from './migrations/1764547860000-count-watch-marks.js';
import { LockOutNetworks1764548100000 } from './migrations/1764548100000-lock-out-networks.js';
import { KeepLeadBodies1764548200000 } from './migrations/1764548200000-keep-lead-bodies.js';
import { FindNewsletterAddress1764548210000 } from './migrations/1764548210000-find-newsletter-address.js';
import { CreateOutbox1764548300000 } from './migrations/1764548300000-create-outbox.js';
import { FindPersons1764548400000 } from './migrations/1764548400000-find-persons.js';
import { SnakeCaseColumns } from './snake-case-columns.js';

/** What every process connects with. `poolSize` counts connections; times that come and go are UTC instants. */
export function dataSourceOptions(url: string, { applicationName = 'voordeur', poolSize = 10 } = {}) {
  return {
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    connectTimeoutMS: 5_000,
    entities: [
      AdminSession,
      DayViewer,
      DropsByDay,
      Effect,
      EffectAttempt,
      Lead,
      LiveText,
      LoginFailure,
      RecordedChunk,
      RejectedEvent,
      SealedMonth,
      Setting,
      Subscriber,
      Suppression,
      TextEdit,
      TextsState,
      VideoView,
      VideoViewsByDay,
      ViewersByDay,
      Visit,
      WebhookEndpointState,
      ...Object.values(rollups),
    ],
    migrations: [
      CreateVisits1764547200000,
      CreateVideoViews1764547260000,
      CreateLeads1764547320000,
      CreateAdminSessions1764547380000,
      ExtendLeads1764547440000,
      CreateDeliveries1764547500000,
      CreateSubscribers1764547560000,
      AnswerLeads1764547620000,
      CreateTexts1764547680000,
      AddWeeklyLetter1764547740000,
      CountWatchMarks1764547860000,
      LockOutNetworks1764548100000,
      KeepLeadBodies1764548200000,
      FindNewsletterAddress1764548210000,
      CreateOutbox1764548300000,
      FindPersons1764548400000,
    ],
    namingStrategy: new SnakeCaseColumns(),
    synchronize: false,
    migrationsRun: false,
  } as const satisfies DataSourceOptions;
}

export function createDataSource(url: string, options?: Parameters<typeof dataSourceOptions>[1]): DataSource {
  return new DataSource(dataSourceOptions(url, options));
}
