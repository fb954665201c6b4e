import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Confirmation mails are counted by mailbox, in the expression that `mailboxOf` of `shared-sql.ts` asks for. */
export class FindMailboxes1764551000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(String.raw`create index leads_mailbox on leads
      (regexp_replace(email_key, '^([^+@]+)[+].*@', '\1@'), received_at) where kind = 'newsletter'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index leads_mailbox`);
  }
}
