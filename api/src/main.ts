import 'reflect-metadata';
import { checkDatabase, createLogger, exitWithError } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { loadConfig } from './platform/config.js';
import { createApp } from './create-app.js';
import { shutDownOnSignals } from './platform/close-in-time.js';
import { metrics } from './platform/metrics.js';
import { loadSite } from './platform/site.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const site = loadSite(config.siteConfigFile);
  const logger = createLogger('api', config.logLevel);
  const app = await createApp(config, site, logger);
  await checkDatabase(app.get(DataSource), config.timeZone);
  shutDownOnSignals(app, logger);
  metrics.addNodeMetrics();
  // Simultaneous connections queue here until accepted; with Node's default of 511 a flood would lock others out.
  await app.listen({ port: config.port, host: config.host, backlog: 4_096 });
  logger.info({ host: config.host, port: config.port }, 'listening');
}

await start().catch(exitWithError);
