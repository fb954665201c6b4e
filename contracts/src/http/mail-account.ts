import type { TestDelivery } from './delivery.js';

/** `tls` from the first byte (port 465), or `starttls`, without which nothing is sent (port 587). */
export const mailSecurities = ['tls', 'starttls'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** The mail server that the site sends through. */
export interface MailAccount {
  host: string;
  port: number;
  security: MailSecurity;
  /** Null: the server asks for no login. */
  userName: string | null;
  /** The sender of all mails: an address, or `Name <address>`. */
  sender: string;
  /** Where the owner's own mails go, in the same form. */
  owner: string;
}

/** `GET /api/admin/mail`. */
export interface MailAccountAnswer {
  /** The operator has set the mail server: it can't be changed here, and `account` is null. */
  isLocked: boolean;
  account: MailAccount | null;
  /** The password itself is never sent. */
  hasPassword: boolean;
  /** The sender of all mails and the address of the owner's own, in both cases. Null: no mail is sent. */
  sender: string | null;
  owner: string | null;
  /** Null if none was sent in the last day. */
  test: TestDelivery | null;
}

/** `PUT /api/admin/mail`, 400 `invalid-body` with the field. Without a password, the last one stays; null: none is sent. */
export type MailAccountBody = MailAccount & { password?: string | null };
