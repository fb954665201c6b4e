import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type SubscriberState = 'pending' | 'confirmed' | 'unsubscribed';

/** An address on the newsletter's list. Only `confirmed` ones may get mail. */
@Entity('subscribers')
@Index('subscribers_id', ['id'], { unique: true })
@Check('subscribers_state', `state in ('pending', 'confirmed', 'unsubscribed')`)
export class Subscriber {
  /** In lower case. */
  @PrimaryColumn('text')
  email!: string;

  /** What a confirmation link contains instead of an address. */
  @Column('uuid')
  id!: string;

  @Column('text')
  state!: SubscriberState;

  @Column('text')
  language!: 'ENG' | 'NL';

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
}

/** An address that gets no more mail, in lower case. */
@Entity('suppressions')
export class Suppression {
  @PrimaryColumn('text')
  email!: string;

  /** Of the first unsubscribe. */
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  suppressedAt!: Date;
}
