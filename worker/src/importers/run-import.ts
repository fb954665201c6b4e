import { createReadStream } from 'node:fs';
import { describeError, exitWithError, isPostgresAway, StartupError } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { type Config, loadConfig } from '../platform/config.js';
import { openDatabase } from '../platform/database.js';
import { BadFile } from './read-csv.js';

export const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

/** A file, or standard input for `-`, as a whole. Throws `BadFile` if it's too large or can't be read. */
export async function readWhole(file: string, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of (file === '-'
      ? process.stdin
      : createReadStream(file)) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > mostBytes) throw new BadFile(`This file is larger than ${megabytes(mostBytes)}.`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(`The file cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  return Buffer.concat(parts);
}

/**
 * Runs an import as a program: with the database, and an exit code of 1 and a sentence if it fails. Postgres' messages
 * about rows aren't printed.
 */
export async function runImport(
  applicationName: string,
  work: (db: DataSource, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = loadConfig();
    const db = await openDatabase(config.databaseUrl, 'bulk', { applicationName });
    try {
      await work(db, config);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof StartupError || isPostgresAway(error)) exitWithError(error);
    process.stderr.write(
      `The import failed; run it again, and what is in isn't added twice: ${JSON.stringify(describeError(error))}\n`,
    );
    process.exitCode = 1;
  }
}
