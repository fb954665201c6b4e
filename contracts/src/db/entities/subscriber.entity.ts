import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ConfirmedBy, SubscriberState } from '../../http/subscriber.js';

/** An address on the newsletter's list. Only `confirmed` ones may get mail. */
@Entity('subscribers')
@Index('subscribers_id', ['id'], { unique: true })
@Index('subscribers_of_state', ['state', 'leadId'])
@Check('subscribers_state', `state in ('pending', 'confirmed', 'unsubscribed')`)
export class Subscriber {
  /** The key of the address (`emailKey`). */
  @PrimaryColumn('text')
  email!: string;

  /** Confirmation links contain this instead of an address. */
  @Column('uuid')
  id!: string;

  @Column('text')
  state!: SubscriberState;

  @Column('text')
  language!: string;

  /** The signup that started the three times below. */
  @Column('uuid')
  leadId!: string;

  /** When that signup came in; its confirmation link is valid for 7 days from then. */
  @Column('timestamptz')
  requestedAt!: Date;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  unsubscribedAt!: Date | null;

  /** The last `unsubscribedAt` that they got a mail about, with a link that undoes it: they may not have been the one. */
  @Column('timestamptz', { nullable: true })
  toldOf!: Date | null;
}

/** An address that gets no more mail. */
@Entity('suppressions')
export class Suppression {
  /** Its key. */
  @PrimaryColumn('text')
  email!: string;

  /** Id of the first unsubscribe. */
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  suppressedAt!: Date;
}

/**
 * The consent given by a newsletter signup. It stays when they unsubscribe and sign up again, until they are erased: it
 * proves that earlier mail was wanted.
 */
@Entity('consents')
@Index('consents_email', ['email'])
export class Consent {
  /** The signup. */
  @PrimaryColumn('uuid')
  leadId!: string;

  /** The key of the address (`emailKey`). */
  @Column('text')
  email!: string;

  @Column('text')
  language!: string;

  /** As the form showed it, because the owner can change that text. Null where it isn't known. */
  @Column('text', { nullable: true })
  sentence!: string | null;

  @Column('timestamptz')
  givenAt!: Date;

  /** Null until they press the button that the mail links to. */
  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @Column('text', { nullable: true })
  confirmedBy!: ConfirmedBy | null;

  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;
}

/** An address that a mail server refused for good. Signing up again removes it. */
@Entity('bounces')
export class Bounce {
  /** The key of the address (`emailKey`). */
  @PrimaryColumn('text')
  email!: string;

  @Column('timestamptz')
  bouncedAt!: Date;

  /** The enhanced status code (RFC 3463), or the reply code where there's none; never the server's words. */
  @Column('text')
  status!: string;
}
