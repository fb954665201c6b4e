import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A failed login also counts for the /48 of its IPv6 address; code from before this writes none. */
export class LockOutNetworks1764548100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table login_failures add column network_key bytea`);
    await db.query(`create index login_failures_of_network on login_failures (network_key, failed_at)
      where network_key is not null`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table login_failures drop column network_key`);
  }
}
