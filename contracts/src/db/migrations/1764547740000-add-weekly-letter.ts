import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail that is about a week of the site, and about no lead. */
export class AddWeeklyLetter1764547740000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table mails
      alter lead_id drop not null,
      add week date,
      add constraint mails_once_a_week unique (week),
      drop constraint mails_kind,
      add constraint mails_kind check (kind in ('confirm', 'lead-notice', 'weekly-letter')),
      add constraint mails_of_kind check (case kind when 'weekly-letter' then week is not null and lead_id is null
        else week is null and lead_id is not null end)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from mails where kind = 'weekly-letter'`);
    await db.query(`alter table mails
      drop constraint mails_of_kind,
      drop constraint mails_kind,
      add constraint mails_kind check (kind in ('confirm', 'lead-notice')),
      drop constraint mails_once_a_week,
      drop week,
      alter lead_id set not null`);
  }
}
