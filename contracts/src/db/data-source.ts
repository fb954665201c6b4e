import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import * as entities from './entities/index.js';
import * as migrations from './migrations/index.js';

/** Options every process connects with. `poolSize` counts connections; times that come and go are UTC instants. */
export function dataSourceOptions(url: string, { applicationName = 'voordeur', poolSize = 10 } = {}) {
  return {
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    connectTimeoutMS: 5_000,
    extra: { onConnect: surviveErrors },
    // The module exports constants too, not only classes.
    entities: Object.values(entities).filter((one) => typeof one === 'function'),
    // A module lists its exports by name; migrations go by the timestamp at the end of theirs.
    migrations: Object.values(migrations).sort((a, b) => (timestampOf(a) < timestampOf(b) ? -1 : 1)),
    namingStrategy: new SnakeCaseColumns(),
    synchronize: false,
    migrationsRun: false,
  } as const satisfies DataSourceOptions;
}

/**
 * A Postgres that dies may say so together with its word that a new connection is ready: before TypeORM, which gets it by a
 * promise, listens for errors. Without a listener the process would end. A connection with an error fails its next query, and
 * the pool takes it out.
 */
function surviveErrors(client: { on: (event: 'error', listener: () => void) => unknown }): void {
  client.on('error', () => undefined);
}

const timestampOf = ({ name }: { name: string }) => name.slice(-13);

/** Names of migrations that only a later version has: not in `known`, which are oldest first, nor replaced by the first of them. */
export function laterMigrations(names: string[], known = migrationNames()): string[] {
  const first = timestampOf({ name: known[0] ?? '' });
  return names.filter((name) => !known.includes(name) && timestampOf({ name }) > first);
}

/** Every migration of this version, oldest first. */
export function migrationNames(): string[] {
  return dataSourceOptions('').migrations.map(({ name }) => name);
}

export function createDataSource(url: string, options?: Parameters<typeof dataSourceOptions>[1]): DataSource {
  return new DataSource(dataSourceOptions(url, options));
}

/** `occurredAt` in a class is `occurred_at` in Postgres. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    const name = customName ?? propertyName;
    return [...prefixes, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)].join('_');
  }
}
