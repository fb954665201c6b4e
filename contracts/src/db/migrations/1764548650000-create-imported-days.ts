import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days that another counter counted, apart from our own, which are recounted from their rows. */
export class CreateImportedDays1764548650000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `create table imported_days (day date primary key, people int not null, visitors int not null)`,
    );
    await db.query(`create table imported_pages (
      day date references imported_days on delete cascade, page_key uuid, page text not null, people int not null,
      primary key (day, page_key))`);
    await db.query(`create table imported_countries (
      day date references imported_days on delete cascade, country text, people int not null,
      primary key (day, country))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table imported_countries, imported_pages, imported_days`);
  }
}
