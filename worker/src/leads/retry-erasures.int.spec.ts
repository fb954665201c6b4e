import { rightsSql } from '@voordeur/contracts/db';
import { createTestQueues } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { sendDue } from '../testing/send-due.js';
import { erasureDestinations } from './erasures.js';

/** The migration, tested on its own: it belongs to one version, which earlier data meets once. */
const database = useDatabase({ keepRows: true });
const queues = createTestQueues();
const { query } = database;

afterAll(() => queues.clear());

async function plan(payload: object, state: string): Promise<string> {
  const id = uuidv7();
  await query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, state, failures)
    values ($1, 'erasure', 'erasures', 'erase-person', $1, $2, now(), $3, 4)`,
    [id, JSON.stringify(payload), state],
  );
  return id;
}

async function goBackBefore(name: string): Promise<void> {
  const { migrations } = database.owner;
  const first = migrations.findIndex(({ constructor }) => constructor.name.startsWith(name));
  for (let left = migrations.length; left > first; left -= 1) await database.owner.undoLastMigration();
}

it('erases now whom an erasure failed to erase for want of an @, and nobody else', async () => {
  await goBackBefore('RetryErasures');
  for (const email of ['Call me', 'somebody@example.org', 'another text'])
    await query(
      `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'video-signup', $2, '', now())`,
      [uuidv7(), email],
    );
  const failed = await plan({ email: 'call me' }, 'failed');
  const others = [
    await plan({ email: 'somebody@example.org' }, 'failed'),
    await plan({ email: '' }, 'failed'),
    await plan({ erased: {} }, 'sent'),
  ];
  await database.owner.runMigrations();
  // Tables that were made again have no rights yet.
  for (const sql of rightsSql(new URL(database.url).pathname.slice(1))) await database.owner.query(sql);

  const destinations = erasureDestinations(database.dataSource, {
    redisUrl: queues.workerRedisUrl,
    queuePrefix: queues.prefix,
  });
  // Again as long as Redis isn't there yet, or rewrites its file for another erasure.
  await expect
    .poll(async () => [...(await sendDue(database.dataSource, destinations))])
    .toEqual([[failed, 'sent']]);
  expect(await query('select email from leads order by email')).toEqual([
    { email: 'another text' },
    { email: 'somebody@example.org' },
  ]);
  const states = await query('select id, state from outbox');
  expect(others.map((id) => states.find((row) => row['id'] === id)?.['state'])).toEqual([
    'failed',
    'failed',
    'sent',
  ]);
});
