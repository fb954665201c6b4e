import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { type MailSecurity } from '../../http/mail-account.js';

/** The mail server that the owner set in the browser: one row, or none. The operator's own setting goes before it. */
@Entity('mail_account')
@Check('mail_account_only', `"only"`)
@Check('mail_account_security', `security in ('tls', 'starttls')`)
export class MailAccountRow {
  @PrimaryColumn('boolean', { default: true })
  only!: true;

  @Column('text')
  host!: string;

  @Column('int')
  port!: number;

  @Column('text')
  security!: MailSecurity;

  @Column('text', { nullable: true })
  userName!: string | null;

  /** By the `Seal` named `mail`. */
  @Column('bytea', { nullable: true })
  sealedPassword!: Buffer | null;

  /** As it was typed: an address, or `Name <address>`; `owner` too. */
  @Column('text')
  sender!: string;

  @Column('text')
  owner!: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
