import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { createDataSource } from '@voordeur/contracts/db';
import { pino } from 'pino';
import { readConfig } from './config/config.js';
import { checkDatabase } from './check-database.js';
import { PinoLogger } from './platform/pino-logger.js';
import { WorkerModule } from './worker.module.js';

const config = readConfig();
const logger = pino({ name: 'worker', level: config.logLevel });

await refuseWrongDatabase();
const app = await NestFactory.create(
  WorkerModule.with(config),
  new FastifyAdapter(),
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest declares its options as a class that nobody constructs
  { logger: new PinoLogger(logger) },
);
app.enableShutdownHooks();
await app.listen(config.port, config.host);
logger.info('ready');

/** Before any queue is opened: a worker with the wrong days must not take a single job. */
async function refuseWrongDatabase(): Promise<void> {
  const db = await createDataSource(config.databaseUrl, {
    applicationName: 'worker',
    poolSize: 1,
  }).initialize();
  try {
    await checkDatabase(db, config.timeZone);
  } catch (error) {
    logger.fatal(error instanceof Error ? error.message : 'the database cannot be used');
    process.exit(1);
  } finally {
    await db.destroy();
  }
}
