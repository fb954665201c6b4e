import { MailAccountRow, mailServer } from '@voordeur/contracts/db';
import type { MailAccount, MailAccountAnswer, MailAccountBody, TestMail } from '@voordeur/contracts/http';
import { firstIdAt, planEffect } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { invalidField } from '../platform/api-error.js';
import type { CurrentMail } from '../platform/current-mail.js';

const dayMs = 24 * 3_600_000;

/** The owner's mail server and her last test letter. */
export async function readMailAccount(db: EntityManager, mail: CurrentMail): Promise<MailAccountAnswer> {
  const [row] = await db.find(MailAccountRow);
  const { isLocked, sender = null, owner = null } = mail;
  return {
    ...{ isLocked, sender, owner },
    account: row ? accountOf(row) : null,
    hasPassword: row ? row.sealedPassword !== null && mail.canLogIn(row) : false,
    test: await readTest(db),
  };
}

/**
 * Stores the mail server. Its password stays only with the server and the login that it was typed for, or a stolen session
 * could have it sent to another server. Throws `invalid-body` where it has to be typed again.
 */
export async function changeMailAccount(
  db: DataSource,
  mail: CurrentMail,
  { password, ...account }: MailAccountBody,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.find(MailAccountRow, { lock: { mode: 'pessimistic_write' } });
    const isSameLogin =
      row?.host === account.host &&
      row.port === account.port &&
      row.security === account.security &&
      row.userName === account.userName;
    if (password === undefined && account.userName !== null && !isSameLogin)
      throw invalidField('password', 'must be typed again for another server or login');
    let sealedPassword = isSameLogin ? row.sealedPassword : null;
    if (password !== undefined) sealedPassword = password === null ? null : mail.sealPassword(password);
    const changed = { only: true, ...account, sealedPassword, updatedAt: () => 'now()' } as const;
    await tx.upsert(MailAccountRow, changed, ['only']);
  });
}

/** Plans a letter to the owner herself; one that still waits is enough. */
export async function planTestMail(db: DataSource): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/test-mail'))`);
    if ((await readTest(tx))?.state === 'waiting') return;
    const occurredAt = new Date().toISOString();
    const mail = { kind: 'mail', destination: mailServer, type: 'test', payload: {} } as const;
    await planEffect(tx, { ...mail, eventId: uuidv7(), occurredAt });
  });
}

async function readTest(db: EntityManager): Promise<TestMail | null> {
  const [last] = await db.query<{ at: Date; state: string; error: string | null }[]>(
    `select occurred_at as at, state, last_error as error from outbox
    where destination = $1 and id >= $2 and type = 'test' order by id desc limit 1`,
    [mailServer, firstIdAt(Date.now() - dayMs)],
  );
  if (!last) return null;
  const state = last.state === 'waiting' || last.state === 'sent' ? last.state : 'failed';
  return { plannedAt: last.at.toISOString(), state, error: state === 'failed' ? last.error : null };
}

function accountOf({ host, port, security, userName, sender, owner }: MailAccountRow): MailAccount {
  return { host, port, security, userName, sender, owner };
}
