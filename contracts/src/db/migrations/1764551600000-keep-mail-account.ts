import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner sets the mail server in the browser. */
export class KeepMailAccount1764551600000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table mail_account (
      "only" boolean primary key default true constraint mail_account_only check ("only"),
      host text not null,
      port int not null,
      security text not null constraint mail_account_security check (security in ('tls', 'starttls')),
      user_name text,
      sealed_password bytea,
      sender text not null,
      owner text not null,
      updated_at timestamptz not null default now()
    )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table mail_account`);
  }
}
