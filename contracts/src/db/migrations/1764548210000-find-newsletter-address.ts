import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The signups of an address, to count the confirmation mails it was sent. */
export class FindNewsletterAddress1764548210000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index leads_newsletter_address on leads (lower(email), received_at)
      where kind = 'newsletter'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index leads_newsletter_address`);
  }
}
