import { MailAccountRow } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';
import type { Config } from './config.js';

/** How mail is sent now: as the operator set it, else as the owner did. */
export class CurrentMail {
  /** Whether the worker sends mail, in which case newsletter signups must be confirmed. */
  sendsMail: boolean;
  /** The sender of all mails, and the address of the owner's own, as they were typed. */
  sender: string | undefined;
  owner: string | undefined;
  /** The operator has set it, so the owner can't. */
  readonly isLocked: boolean;

  constructor({ sendsMail, mailFrom, ownerEmail }: Pick<Config, 'sendsMail' | 'mailFrom' | 'ownerEmail'>) {
    this.sendsMail = sendsMail;
    this.isLocked = sendsMail;
    this.sender = mailFrom;
    this.owner = ownerEmail;
  }

  /** Reads what the owner set. Throws without Postgres: then the last one holds. */
  async read(db: EntityManager): Promise<void> {
    if (this.isLocked) return;
    const [row] = await db.find(MailAccountRow, { select: { sender: true, owner: true } });
    this.sendsMail = row !== undefined;
    this.sender = row?.sender;
    this.owner = row?.owner;
  }
}
