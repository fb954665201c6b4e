import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { exitWithError } from '@voordeur/server';
import { loadConfig } from '../platform/config.js';
import { removeSecondFactor } from './second-factor.js';

/** `make unlock SECOND_FACTOR=off`: for an owner whose authenticator app is gone. */
async function reset(): Promise<void> {
  const db = await createDataSource(loadConfig().databaseUrl, { poolSize: 1 }).initialize();
  try {
    const wasOn = await db.transaction((tx) => removeSecondFactor(tx));
    process.stdout.write(
      wasOn
        ? 'The second factor is off: the admin key alone opens the admin area again.\n'
        : 'There was no second factor.\n',
    );
  } finally {
    await db.destroy();
  }
}

await reset().catch(exitWithError);
