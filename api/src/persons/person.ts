import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { exitWithError } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../platform/config.js';
import { type Person, personWhoLeft, planErasure, waitForErasure } from './erasures.js';
import { exportPerson } from './export-person.js';

const waitMs = 60_000;

/**
 * `make export EMAIL=…` and `make erase EMAIL=…`, or `PHONE=…` of somebody who left no address: prints the rows
 * found or erased, as JSON.
 */
async function run(what = '', email = '', phone = ''): Promise<void> {
  const person = email.trim() !== '' ? personWhoLeft(email) : phone !== '' ? { phone } : undefined;
  if (!['export', 'erase'].includes(what) || !person) {
    throw new Error(
      'Say whose: make export EMAIL=you@example.org, or make erase EMAIL=you@example.org; ' +
        'of somebody who left only a number, PHONE=0612345678',
    );
  }
  const db = await createDataSource(loadConfig().databaseUrl, { poolSize: 1 }).initialize();
  try {
    const result = await (what === 'export'
      ? exportPerson(db, person)
      : erase(db, person, email.trim() || phone));
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await db.destroy();
  }
}

async function erase(db: DataSource, person: Person, name: string): Promise<Record<string, number>> {
  const erased = await waitForErasure(db, await db.transaction((tx) => planErasure(tx, person)), waitMs);
  if (erased && Object.values(erased).every((rows) => rows === 0)) {
    // In words, without the stack of an error: it's an answer.
    process.stderr.write(`Nothing is stored about ${name}, so nothing was erased.\n`);
    process.exitCode = 1;
  }
  if (erased) return erased;
  throw new Error(
    'Not erased yet: a worker and Redis are needed for it (make status). It will be done as soon as both are there.',
  );
}

await run(...process.argv.slice(2)).catch(exitWithError);
