import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { queueNames } from '@voordeur/contracts/jobs';
import { exitWithError } from '@voordeur/server';
import { Queue } from 'bullmq';
import { loadConfig } from '../platform/config.js';
import { erasePerson } from './erase-person.js';
import { exportPerson } from './export-person.js';

/** `make export-person EMAIL=…` and `make erase EMAIL=…`: prints what was found or erased, as JSON. */
async function run(what = '', email = ''): Promise<void> {
  if (!['export', 'erase'].includes(what) || !email.includes('@')) {
    throw new Error(
      'Say whose: make export-person EMAIL=you@example.org, or make erase EMAIL=you@example.org',
    );
  }
  const config = loadConfig();
  const db = await createDataSource(config.databaseUrl, { poolSize: 1 }).initialize();
  const queues = [queueNames.signups, queueNames.unsubscribes].map(
    (name) => new Queue(name, { connection: { url: config.redisUrl }, prefix: config.queuePrefix }),
  );
  try {
    const result = what === 'export' ? await exportPerson(db, email) : await erasePerson(db, queues, email);
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    await db.destroy();
  }
}

await run(...process.argv.slice(2)).catch(exitWithError);
