import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Lead } from './lead.entity.js';

export const mailKinds = ['confirm', 'lead-notice', 'weekly-letter'] as const;
/** `confirm` goes to who signed up for the newsletter, the others to the owner. */
export type MailKind = (typeof mailKinds)[number];

/** `dropped`: it was no longer wanted when its turn came; `failed`: it never arrived. `reason` says why. */
export type MailStatus = 'waiting' | 'sent' | 'dropped' | 'failed';

/**
 * A mail to send, planned in the transaction of what it is about. It holds no address and no text of its own:
 * both are read when it is sent, so an erased lead takes its mails with it.
 */
@Entity('mails')
@Unique('mails_once', ['leadId', 'kind'])
@Unique('mails_once_a_week', ['week'])
@Index('mails_due', ['nextAttemptAt'], { where: `status = 'waiting'` })
@Check('mails_kind', `kind in ('confirm', 'lead-notice', 'weekly-letter')`)
@Check(
  'mails_of_kind',
  `case kind when 'weekly-letter' then week is not null and lead_id is null else week is null and lead_id is not null end`,
)
@Check('mails_status', `status in ('waiting', 'sent', 'dropped', 'failed')`)
export class Mail {
  /** Its Message-ID is made of this. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: MailKind;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'mails_lead' })
  lead!: Lead | null;

  @Column('uuid', { nullable: true })
  leadId!: string | null;

  /** The Monday of the week that a weekly letter is about: there is one for each. */
  @Column('date', { nullable: true })
  week!: string | null;

  @Column('text', { default: 'waiting' })
  status!: MailStatus;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  plannedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  /** Of the last attempt that did not succeed: an SMTP reply code or an error code, never a server's words. */
  @Column('text', { nullable: true })
  reason!: string | null;
}
