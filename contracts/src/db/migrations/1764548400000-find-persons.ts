import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Everything stored about an address is found by an index, however large the tables are; `personal-data.ts` asks for it
 * in these same expressions. Texts that can't hold an address stay out of the indexes, which keeps them small.
 */
export class FindPersons1764548400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index leads_address on leads (lower(email), received_at)`);
    await db.query(`drop index leads_newsletter_address`);
    await db.query(`create index leads_note on leads using gin (note gin_trgm_ops) where note like '%@%'`);
    // Each string of the payload that could be an address. Trigrams of whole payloads would cost every attempt too much.
    await db.query(`create index outbox_addresses on outbox using gin
      ((lower(jsonb_path_query_array(payload, 'strict $.** ? (@ like_regex "@")')::text)::jsonb))`);
    await db.query(`create index outbox_attempts_response on outbox_attempts
      using gin (response_start gin_trgm_ops) where response_start ~ '@|%40'`);
    await db.query(`create index rejected_events_event on rejected_events
      using gin (event gin_trgm_ops) where event like '%@%'`);
    await db.query(`create index visits_referrer on visits
      using gin (referrer gin_trgm_ops) where referrer ~ '@|%40'`);
    // An erasure waits in the outbox until a worker has done it.
    await db.query(`alter table outbox drop constraint outbox_kind,
      add constraint outbox_kind check (kind in ('webhook', 'mail', 'job', 'erasure'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from outbox where kind = 'erasure'`);
    await db.query(`alter table outbox drop constraint outbox_kind,
      add constraint outbox_kind check (kind in ('webhook', 'mail', 'job'))`);
    await db.query(`drop index visits_referrer, rejected_events_event, outbox_attempts_response, outbox_addresses,
      leads_note`);
    await db.query(`create index leads_newsletter_address on leads (lower(email), received_at)
      where kind = 'newsletter'`);
    await db.query(`drop index leads_address`);
  }
}
