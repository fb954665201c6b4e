import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  checkDatabase,
  createLogger,
  exitInTime,
  exitWithError,
  NestLogger,
  startTracing,
} from '@voordeur/server';
import { type Config, loadConfig } from './platform/config.js';
import { openDatabase } from './platform/database.js';
import { metrics } from './platform/metrics.js';
import { WorkerModule } from './worker.module.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger('worker', config.logLevel);
  await startTracing(config.tracing, 'worker', logger);
  await refuseWrongDatabase(config);
  const app = await NestFactory.create(WorkerModule.with(config), new FastifyAdapter(), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.enableShutdownHooks();
  exitInTime(logger);
  metrics.addNodeMetrics();
  await app.listen(config.port, config.host);
  logger.info('ready');
}

/** Before any queue is opened: a worker whose days are those of another zone must not take a single job. */
async function refuseWrongDatabase({ databaseUrl, timeZone }: Config): Promise<void> {
  const options = { applicationName: 'worker', poolSize: 1 };
  const db = await openDatabase(databaseUrl, 'service', options);
  try {
    await checkDatabase(db, timeZone);
  } finally {
    await db.destroy();
  }
}

await start().catch(exitWithError);
