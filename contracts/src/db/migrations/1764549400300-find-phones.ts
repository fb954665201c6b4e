import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody who left only a number is found by it, in the expression that `personal-data.ts` asks for. */
export class FindPhones1764549400300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(String.raw`create index leads_phone on leads
      (coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone), received_at)
      where phone is not null`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index leads_phone`);
  }
}
