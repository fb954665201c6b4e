import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = (list: string) => `
  alter table outbox drop constraint outbox_kind;
  alter table outbox add constraint outbox_kind check (kind in (${list}))`;

/** The owner's browsers that are notified of leads, what they are notified of, and the key that signs it. */
export class PushToDevices1764551500000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table push_key (
        "only" boolean primary key default true,
        public_key bytea not null,
        sealed_private_key bytea not null,
        created_at timestamptz not null default now()
      );
      create table push_subscriptions (
        id uuid primary key,
        endpoint text not null,
        p256dh text not null,
        auth text not null,
        language text not null,
        browser text,
        created_at timestamptz not null default now(),
        last_success_at timestamptz,
        constraint push_subscriptions_endpoint unique (endpoint)
      );
      create table push_settings (
        "only" boolean primary key default true,
        kinds text[] not null,
        quiet_from text,
        quiet_to text
      )`);
    await db.query(kinds(`'webhook', 'mail', 'job', 'erasure', 'visitor-request', 'push'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from outbox where kind = 'push'`);
    await db.query(kinds(`'webhook', 'mail', 'job', 'erasure', 'visitor-request'`));
    await db.query('drop table push_settings, push_subscriptions, push_key');
  }
}
