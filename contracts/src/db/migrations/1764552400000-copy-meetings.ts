import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = (list: string) => `
  alter table outbox drop constraint outbox_kind;
  alter table outbox add constraint outbox_kind check (kind in (${list}))`;
const before = `'webhook', 'mail', 'job', 'erasure', 'visitor-request', 'push', 'check'`;

/** Meetings are copied into one of the owner's calendars. */
export class CopyMeetings1764552400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('alter table meetings add column copy_source uuid, add column copy_url text');
    await db.query(kinds(`${before}, 'calendar'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from outbox where kind = 'calendar'`);
    await db.query(kinds(before));
    await db.query('alter table meetings drop column copy_source, drop column copy_url');
  }
}
