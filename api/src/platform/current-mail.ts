import { MailAccountRow } from '@voordeur/contracts/db';
import { Seal } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { Config } from './config.js';

/** How mail is sent now: as the operator set it, else as the owner did. The worker's `LiveMail` decides the same. */
export class CurrentMail {
  /** Whether the worker sends mail, in which case newsletter signups must be confirmed. */
  sendsMail: boolean;
  /** The sender of all mails, and the address of the owner's own, as they were typed. */
  sender: string | undefined;
  owner: string | undefined;
  /** The operator has set it, so the owner can't. */
  readonly isLocked: boolean;
  private readonly seal: Seal;

  constructor({ sendsMail, mailFrom, ownerEmail, jwtSecret }: Config) {
    this.sendsMail = sendsMail;
    this.isLocked = sendsMail;
    this.sender = mailFrom;
    this.owner = ownerEmail;
    this.seal = new Seal(jwtSecret, 'voordeur/mail');
  }

  /** Reads what the owner set. Throws without Postgres: then the last one holds. */
  async read(db: EntityManager): Promise<void> {
    if (this.isLocked) return;
    const [row] = await db.find(MailAccountRow);
    const used = row && this.canLogIn(row) ? row : undefined;
    this.sendsMail = used !== undefined;
    this.sender = used?.sender;
    this.owner = used?.owner;
  }

  /** False if the password can't be read any more, because JWT_SECRET has changed. */
  canLogIn({ sealedPassword }: Pick<MailAccountRow, 'sealedPassword'>): boolean {
    return !sealedPassword || this.seal.open(sealedPassword) !== null;
  }

  sealPassword(password: string): Buffer {
    return this.seal.close(Buffer.from(password));
  }
}
