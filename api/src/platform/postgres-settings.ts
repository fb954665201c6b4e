import { dataSourceOptions } from '@voordeur/contracts/db';
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from './config.js';

/** For pools whose queries belong to requests. */
const poolSettings = {
  // A frozen Postgres must not hold requests forever.
  query_timeout: 10_000,
  // Queries issued together are sent together, so one result is parsed while Postgres runs the next query.
  pipeline: true,
};

/**
 * Behind PgBouncer in transaction mode each transaction may have another connection of Postgres, which doesn't know the
 * statements that were prepared on one before. (PgBouncer passes them on from 1.21 on.)
 */
class UnpreparedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((question: unknown, ...rest: unknown[]) =>
      query(withoutName(question), ...rest)) as typeof this.query;
  }
}

function withoutName(question: unknown): unknown {
  if (typeof question !== 'object' || question === null || !('name' in question)) return question;
  const { name: _, ...rest } = question;
  return rest;
}

/** How the api connects: through the pooler, where there is one. */
export function connectionOf({ databaseUrl, databasePoolerUrl }: Config): DataSourceOptions {
  const options = dataSourceOptions(databasePoolerUrl ?? databaseUrl, { applicationName: 'voordeur-api' });
  const client = databasePoolerUrl ? { Client: UnpreparedClient } : {};
  return { ...options, extra: { ...options.extra, ...poolSettings, ...client } };
}

/** How it connects to a replica, which it leaves alone when that doesn't respond in time. */
export function replicaOf(url: string, respondWithinMs: number): DataSourceOptions {
  const options = dataSourceOptions(url, { applicationName: 'voordeur-api-figures' });
  return { ...options, connectTimeoutMS: respondWithinMs, extra: { ...options.extra, ...poolSettings } };
}
