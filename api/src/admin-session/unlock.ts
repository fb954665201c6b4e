import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { exitWithError } from '@voordeur/server';
import { loadConfig } from '../platform/config.js';
import { forgetFailures } from './login-failures.js';

/** `make unlock`: lifts the login lockout of every address. */
async function unlock(): Promise<void> {
  const db = await createDataSource(loadConfig().databaseUrl, { poolSize: 1 }).initialize();
  try {
    const addresses = await forgetFailures(db);
    process.stdout.write(`Login is open again. Addresses with failed attempts forgotten: ${addresses}\n`);
  } finally {
    await db.destroy();
  }
}

await unlock().catch(exitWithError);
