import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A visitor can see what is stored about their visit of today, and erase it. */
export class EraseVisits1764548800000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table outbox drop constraint outbox_kind,
      add constraint outbox_kind check (kind in ('webhook', 'mail', 'job', 'erasure', 'visitor-request'))`);
    await db.query(`create table erased_visitors (
      visitor bytea primary key, day date not null, erased_at timestamptz not null)`);
    await db.query(`alter table leads add visit_digest bytea`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop visit_digest`);
    await db.query(`drop table erased_visitors`);
    await db.query(`delete from outbox where kind = 'visitor-request'`);
    await db.query(`alter table outbox drop constraint outbox_kind,
      add constraint outbox_kind check (kind in ('webhook', 'mail', 'job', 'erasure'))`);
  }
}
