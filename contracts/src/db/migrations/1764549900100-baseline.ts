import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates every table. It has the name of the last of the 40 migrations that it replaces, so that a database which has run
 * them is taken as it is. One that stopped halfway is refused.
 */
export class CreateVerifiedDays1764549900100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const [{ isOld }] = (await db.query(`select to_regclass('visits') is not null as "isOld"`)) as [
      { isOld: boolean },
    ];
    if (isOld) {
      throw new Error(
        'The database is older than version 0.1.0 can take over. What to do: upgrade to commit 53fe24f8 first, then to this version.',
      );
    }
    await db.query(readFileSync(new URL('baseline.sql', import.meta.url), 'utf8'));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing before the first migration.'));
  }
}
