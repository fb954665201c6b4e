import { DataSource, type DataSourceOptions } from 'typeorm';
import { AdminSession, LoginFailure } from './entities/admin-session.entity.js';
import { Lead } from './entities/lead.entity.js';
import {
  DropsByDay,
  RecordedChunk,
  RejectedEvent,
  SealedMonth,
  Setting,
} from './entities/pipeline.entity.js';
import { Suppression } from './entities/suppression.entity.js';
import { DayViewer, VideoView, VideoViewsByDay, ViewersByDay } from './entities/video-view.entity.js';
import { Visit } from './entities/visit.entity.js';
import * as rollups from './entities/visit-rollups.entity.js';
import { CreateVisits1764547200000 } from './migrations/1764547200000-create-visits.js';
import { CreateVideoViews1764547260000 } from './migrations/1764547260000-create-video-views.js';
import { CreateLeads1764547320000 } from './migrations/1764547320000-create-leads.js';
import { CreateAdminSessions1764547380000 } from './migrations/1764547380000-create-admin-sessions.js';
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
      Lead,
      LoginFailure,
      RecordedChunk,
      RejectedEvent,
      SealedMonth,
      Setting,
      Suppression,
      VideoView,
      VideoViewsByDay,
      ViewersByDay,
      Visit,
      ...Object.values(rollups),
    ],
    migrations: [
      CreateVisits1764547200000,
      CreateVideoViews1764547260000,
      CreateLeads1764547320000,
      CreateAdminSessions1764547380000,
    ],
    namingStrategy: new SnakeCaseColumns(),
    synchronize: false,
    migrationsRun: false,
  } as const satisfies DataSourceOptions;
}

export function createDataSource(url: string, options?: Parameters<typeof dataSourceOptions>[1]): DataSource {
  return new DataSource(dataSourceOptions(url, options));
}
