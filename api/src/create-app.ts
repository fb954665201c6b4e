import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLogger, startTracing } from '@voordeur/server';
import type { Logger } from 'pino';
import { requireSession } from './admin-session/require-session.js';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config.js';
import { ErrorFilter } from './platform/error.filter.js';
import { createFastify } from './platform/fastify.js';
import type { Site } from './platform/site.js';
import { ValidationPipe } from './platform/validation.pipe.js';

/** The whole api, not yet listening. Throws if Postgres can't be reached for half a minute. */
export async function createApp(config: Config, site: Site, logger: Logger): Promise<NestFastifyApplication> {
  await startTracing(config.tracing, 'api', logger);
  const options = { bodyParser: false, logger: new NestLogger(logger), abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, site, logger),
    createFastify(logger),
    options,
  );
  requireSession(app);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter().getInstance(), logger));
  return app;
}
