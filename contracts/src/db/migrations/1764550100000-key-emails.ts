import type { MigrationInterface, QueryRunner } from 'typeorm';
import { emailKey } from '../../email-key.js';

/**
 * Rows about a person are found by the key of their address. `leads` and `booking_events` get it as a column next to the
 * text as it was typed; the list, suppressions, consents and bounces hold it in place of the lower-cased text. Rows that
 * turn out to be about one mailbox become one, and the one that allows less mail wins.
 */
export class KeyEmails1764550100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // In collation "C" only ASCII letters are lowered: the same as the key of a plain address, and never another mailbox.
    await db.query(`create function fill_email_key() returns trigger language plpgsql as $$
      begin
        new.email_key := coalesce(new.email_key, lower(new.email collate "C"));
        return new;
      end $$`);
    for (const table of ['leads', 'booking_events']) {
      await db.query(`alter table ${table} add column email_key text`);
      await db.query(`update ${table} set email_key = lower(email collate "C") where email is not null`);
      await keyRows(db, table);
      await db.query(`drop index ${table}_address`);
      await db.query(`create index ${table}_email_key on ${table} (email_key, received_at)`);
      // For a worker of the version before, which stores rows without a key while an upgrade runs.
      await db.query(`create trigger ${table}_fill_email_key before insert on ${table}
        for each row execute function fill_email_key()`);
    }
    await db.query('create temporary table email_keys (email text primary key, key text) on commit drop');
    for (const table of ['subscribers', 'suppressions', 'consents', 'bounces']) await noteKeys(db, table);
    await mergeSubscribers(db);
    await merge(db, 'suppressions', 'suppressed_at desc');
    await merge(db, 'bounces', 'bounced_at desc');
    await db.query(`update consents c set email = k.key from email_keys k where c.email = k.email`);
    // A suppression of another spelling now holds for this one too, and so do the ends of its consents.
    await db.query(`update subscribers s set state = 'unsubscribed', unsubscribed_at = greatest(suppressed_at, requested_at, confirmed_at)
      from suppressions u where u.email = s.email and state <> 'unsubscribed' and s.email in (select key from email_keys)`);
    await db.query(`update consents c set withdrawn_at = s.unsubscribed_at from subscribers s
      where s.email = c.email and s.state = 'unsubscribed' and c.confirmed_at is not null and c.withdrawn_at is null
        and s.email in (select key from email_keys)`);
    await db.query('drop table email_keys');
  }

  /** Rows that were merged stay one. */
  async down(db: QueryRunner): Promise<void> {
    for (const table of ['leads', 'booking_events']) {
      await db.query(`drop trigger ${table}_fill_email_key on ${table}`);
      await db.query(`alter table ${table} drop column email_key`);
      await db.query(`create index ${table}_address on ${table} (lower(email), received_at)`);
    }
    await db.query('drop function fill_email_key()');
  }
}

const batchSize = 10_000;
const asciiLower = (email: string) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Sets the key of the rows whose address isn't a plain one. */
async function keyRows(db: QueryRunner, table: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = (await db.query(
      `select id, email from ${table} where id > $1 and email is not null order by id limit ${batchSize}`,
      [after],
    )) as { id: string; email: string }[];
    const odd = rows
      .map(({ id, email }) => ({ id, email, key: emailKey(email) }))
      .filter(({ email, key }) => key !== asciiLower(email));
    await db.query(
      `update ${table} set email_key = odd.key from unnest($1::uuid[], $2::text[]) as odd (id, key) where ${table}.id = odd.id`,
      [odd.map(({ id }) => id), odd.map(({ key }) => key)],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Notes each address of a table that isn't its own key. */
async function noteKeys(db: QueryRunner, table: string): Promise<void> {
  const rows = (await db.query(`select distinct email from ${table}`)) as { email: string }[];
  const odd = rows
    .map(({ email }) => ({ email, key: emailKey(email) }))
    .filter(({ email, key }) => key !== email);
  await db.query(
    `insert into email_keys select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [odd.map(({ email }) => email), odd.map(({ key }) => key)],
  );
}

/** Leaves one row for each key, the first in this order, and gives it that key. */
async function merge(db: QueryRunner, table: string, order: string): Promise<void> {
  await db.query(`delete from ${table} where email in (
    select email from (
      select t.email, row_number() over (partition by coalesce(k.key, t.email) order by ${order}) as place
      from ${table} t left join email_keys k on k.email = t.email
      where coalesce(k.key, t.email) in (select key from email_keys)) as ranked
    where place > 1)`);
  await db.query(`update ${table} t set email = k.key from email_keys k where t.email = k.email`);
}

/** Somebody who opted out under one spelling stays out; somebody who confirmed one has confirmed. */
async function mergeSubscribers(db: QueryRunner): Promise<void> {
  await merge(
    db,
    'subscribers',
    `case state when 'unsubscribed' then 0 when 'confirmed' then 1 else 2 end, requested_at desc`,
  );
}
