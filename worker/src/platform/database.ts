import { dataSourceOptions } from '@voordeur/contracts/db';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** How long one statement may take and may wait for a lock, by the purpose of a connection. */
export const timeLimits = {
  /** Storing and sending, which others wait for. A cancelled statement runs again. */
  service: { statement: '30s', lock: '10s' },
  /** Nights and tools: statements over months of rows. Others queue behind the locks they wait for. */
  bulk: { statement: '2h', lock: '10s' },
  /** For as long as it takes; migrate.ts itself shortens the waits that others would wait behind. */
  migration: { statement: '12h', lock: '1h' },
} as const;

export type Purpose = keyof typeof timeLimits;

/** The name of the worker's connections for `bulk`. */
export const maintenanceDatabase = 'maintenance';

/** The settings that Postgres starts each of a purpose's connections with. */
export function sessionSettings(purpose: Purpose): string {
  const { statement, lock } = timeLimits[purpose];
  // Compiling the statement of a large batch would take as long as running it, each time.
  return `-c jit=off -c statement_timeout=${statement} -c lock_timeout=${lock}`;
}

interface Connection {
  applicationName: string;
  poolSize?: number;
  /** The role it assumes after logging in. */
  role?: string;
}

/** How everything in this package connects to Postgres: none of its transactions waits or runs without an end. */
export function databaseOptions(
  url: string,
  purpose: Purpose,
  { role, ...connection }: Connection,
): DataSourceOptions {
  const options = sessionSettings(purpose) + (role === undefined ? '' : ` -c role=${role}`);
  const common = dataSourceOptions(url, connection);
  return { ...common, extra: { ...common.extra, options } };
}

/** Connects. */
export function openDatabase(...[url, purpose, connection]: Parameters<typeof databaseOptions>) {
  return new DataSource(databaseOptions(url, purpose, connection)).initialize();
}
