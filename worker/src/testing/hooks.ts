import { createDataSource } from '@voordeur/contracts/db';
import { createTestDatabase } from '@voordeur/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startReceiver } from './start-receiver.js';
import { clearDatabase } from './clear-database.js';
import { testIntake } from './intake.js';
import { startSmtpReceiver } from './smtp-receiver.js';

/*
 * Fixtures that the tests of a file share. Call these at the top of the file: each registers its own hooks, and the
 * object that it returns is filled before the first test.
 */

/**
 * A migrated database of the file's own, as the worker sees it: `url` and `dataSource` have its rights, `query` and `owner`
 * all of them. Every test starts with empty tables, unless `keepRows` is set.
 */
export function useDatabase({ keepRows = false } = {}) {
  const database = {} as Awaited<ReturnType<typeof openAsWorker>>;
  beforeAll(async () => {
    Object.assign(database, await openAsWorker());
  });
  afterAll(() => database.drop());
  if (!keepRows) beforeEach(() => clearDatabase(database.owner));
  const query = (sql: string, values: unknown[] = []) =>
    database.owner.query<Record<string, unknown>[]>(sql, values);
  return Object.assign(database, { query });
}

async function openAsWorker() {
  const { url: ownersUrl, workerUrl: url, dataSource: owner, drop } = await createTestDatabase();
  const dataSource = await createDataSource(url).initialize();
  return {
    ...{ url, dataSource, ownersUrl, owner },
    drop: async () => {
      await dataSource.destroy();
      await drop();
    },
  };
}

/** A worker's intake on this database, as a process has it that has just started: a new one for each test. */
export function useIntake(database: ReturnType<typeof useDatabase>, timeZone?: string) {
  const intake = {} as Awaited<ReturnType<typeof testIntake>>;
  beforeEach(async () => {
    Object.assign(intake, await testIntake(database.dataSource, timeZone));
  });
  return intake;
}

/** A mail server, new for each test. */
export function useSmtpReceiver(): Awaited<ReturnType<typeof startSmtpReceiver>> {
  const receiver = {} as ReturnType<typeof useSmtpReceiver>;
  beforeEach(async () => {
    Object.assign(receiver, await startSmtpReceiver());
  });
  afterEach(() => receiver.stop());
  return receiver;
}

/** An endpoint of the owner's, new for each test. */
export function useReceiver(): Awaited<ReturnType<typeof startReceiver>> {
  const receiver = {} as ReturnType<typeof useReceiver>;
  beforeEach(async () => {
    Object.assign(receiver, await startReceiver());
  });
  afterEach(() => receiver.close());
  return receiver;
}
