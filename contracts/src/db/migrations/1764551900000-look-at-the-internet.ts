import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = (list: string) => `
  alter table outbox drop constraint outbox_kind;
  alter table outbox add constraint outbox_kind check (kind in (${list}))`;

/** Checks that the owner asks for, made by a worker. */
export class LookAtTheInternet1764551900000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(kinds(`'webhook', 'mail', 'job', 'erasure', 'visitor-request', 'push', 'check'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from outbox where kind = 'check'`);
    await db.query(kinds(`'webhook', 'mail', 'job', 'erasure', 'visitor-request', 'push'`));
  }
}
