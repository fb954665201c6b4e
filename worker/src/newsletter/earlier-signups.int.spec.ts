import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';

const database = useDatabase({ keepRows: true });

it('puts who signed up before there was a list on it, by their last word', async () => {
  const db = database.owner;
  const hasList = async () => {
    const [row] = await db.query<{ list: string | null }[]>(
      `select to_regclass('subscribers')::text as list`,
    );
    return row?.list !== null;
  };
  while (await hasList()) await db.undoLastMigration();
  await db.query(`insert into leads (id, kind, email, language, client_timestamp, received_at) values
    (gen_random_uuid(), 'newsletter', 'One@example.org', 'NL', '', '2026-01-01T00:00Z'),
    (gen_random_uuid(), 'newsletter', 'one@example.org', 'ENG', '', '2026-01-02T00:00Z'),
    (gen_random_uuid(), 'newsletter', 'gone@example.org', 'ENG', '', '2026-01-02T00:00Z'),
    (gen_random_uuid(), 'question', 'asked@example.org', 'ENG', '', '2026-01-02T00:00Z')`);
  await db.query(`insert into suppressions (email, id, suppressed_at) values
    ('gone@example.org', gen_random_uuid(), '2026-01-03T00:00Z')`);
  await db.runMigrations();
  expect(await db.query('select email, state, language from subscribers order by 1')).toEqual([
    { email: 'gone@example.org', state: 'unsubscribed', language: 'ENG' },
    { email: 'one@example.org', state: 'confirmed', language: 'ENG' },
  ]);
  // What they agreed to isn't known.
  expect(
    await db.query(
      'select email, sentence, confirmed_by, withdrawn_at is null as stands from consents order by 1',
    ),
  ).toEqual([
    { email: 'gone@example.org', sentence: null, confirmed_by: 'form', stands: false },
    { email: 'one@example.org', sentence: null, confirmed_by: 'form', stands: true },
  ]);
});
