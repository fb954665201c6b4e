import { MailAccountRow, mailServer } from '@voordeur/contracts/db';
import type { MailAccount, MailAccountAnswer, MailAccountBody } from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { noteSecurityEvent } from '../admin-session/security-events.js';
import type { SessionOrigin } from '../admin-session/session-origin.js';
import { invalidField } from '../platform/api-error.js';
import type { CurrentMail } from '../platform/current-mail.js';
import { readTest } from '../platform/asked-effect.js';

/** The owner's mail server and her last test letter. */
export async function readMailAccount(db: EntityManager, mail: CurrentMail): Promise<MailAccountAnswer> {
  const [row] = await db.find(MailAccountRow);
  const { isLocked, sender = null, owner = null } = mail;
  return {
    ...{ isLocked, sender, owner },
    account: row ? accountOf(row) : null,
    hasPassword: row ? row.sealedPassword !== null && mail.canLogIn(row) : false,
    test: await readTest(db, mailServer),
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
  from: SessionOrigin,
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
    await noteSecurityEvent(tx, 'mail-changed', from);
  });
}

/** Sends no mail from then on. */
export async function removeMailAccount(db: DataSource, from: SessionOrigin): Promise<void> {
  await db.transaction(async (tx) => {
    const { affected } = await tx.delete(MailAccountRow, { only: true });
    if (affected) await noteSecurityEvent(tx, 'mail-changed', from);
  });
}

function accountOf({ host, port, security, userName, sender, owner }: MailAccountRow): MailAccount {
  return { host, port, security, userName, sender, owner };
}
