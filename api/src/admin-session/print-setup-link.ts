import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { exitWithError } from '@voordeur/server';
import { loadConfig } from '../platform/config.js';
import { makeSetupToken, wasOpened } from './setup-token.js';

/** For `make up`: prints what follows the admin's address in the link of a first visit; nothing once somebody has logged in. */
async function print(): Promise<void> {
  const config = loadConfig();
  const db = await createDataSource(config.databaseUrl, { poolSize: 1 }).initialize();
  try {
    if (!(await wasOpened(db.manager))) process.stdout.write(`#setup=${makeSetupToken(config)}\n`);
  } finally {
    await db.destroy();
  }
}

await print().catch(exitWithError);
