import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataSource } from '@voordeur/contracts/db';
import type { Client } from 'pg';
import { readAnalytics, readGoals, readRange, readSessions } from '@voordeur/api';
import { root } from '../local/settings.js';

// Postgres sends them to the client that asked (https://www.postgresql.org/docs/current/auto-explain.html). No times: they
// differ from run to run.
const sendPlans = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off;
  set client_min_messages = 'log'`;

/**
 * Writes how Postgres answers each question of the dashboard into `infra/bench/plans`, a file for each, as the api
 * itself asks them of this database.
 */
export async function savePlans(databaseUrl: string, visits: number): Promise<void> {
  const plans: string[] = [];
  const db = await createDataSource(databaseUrl, { applicationName: 'bench', poolSize: 1 }).initialize();
  const runner = db.createQueryRunner();
  ((await runner.connect()) as Client).on('notice', ({ message }) => plans.push(message ?? ''));
  await runner.query(sendPlans);
  await runner.release();
  await readAnalytics(db, new Date(), 'Europe/Amsterdam');
  await readRange(db, '30d', new Date(), 'Europe/Amsterdam');
  const question: Parameters<typeof readGoals>[1] = {
    range: '30d',
    filters: [{ dimension: 'language', operator: 'is', value: 'NL' }],
    now: new Date(),
    timeZone: 'Europe/Amsterdam',
  };
  await readSessions(db, question);
  await readGoals(db, question);
  // The last plan is sent when its transaction ends, which nothing has waited for.
  await db.query('select 1');
  await db.destroy();
  const dir = join(root, 'infra/bench/plans');
  mkdirSync(dir, { recursive: true });
  for (const plan of plans) {
    const [, name] = /-- ([\w-]+): /.exec(plan) ?? [];
    // The duration is a line of its own before the rest.
    const text = plan.replace(/^duration:.*plan:\n/, '').trim();
    if (name !== undefined) writeFileSync(join(dir, `${name}.txt`), `At ${visits} visits. ${text}\n`);
  }
}
