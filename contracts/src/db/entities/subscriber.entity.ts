import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type SubscriberState = 'pending' | 'confirmed' | 'unsubscribed';

/** An address on the newsletter's list. Only `confirmed` ones may be written to. */
@Entity('subscribers')
@Index('subscribers_id', ['id'], { unique: true })
@Check('subscribers_state', `state in ('pending', 'confirmed', 'unsubscribed')`)
export class Subscriber {
  /** In lower case. */
  @PrimaryColumn('text')
  email!: string;

  /** What a confirmation link names, so that no address stands in it. */
  @Column('uuid')
  id!: string;

  @Column('text')
  state!: SubscriberState;

  @Column('text')
  language!: 'ENG' | 'NL';

  /** The signup that the three times below began with. */
  @Column('uuid')
  leadId!: string;

  /** When that signup came in; its confirmation link stands for 7 days from here. */
  @Column('timestamptz')
  requestedAt!: Date;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  unsubscribedAt!: Date | null;
}

/** An address that gets nothing more, in lower case. */
@Entity('suppressions')
export class Suppression {
  @PrimaryColumn('text')
  email!: string;

  /** The unsubscribe that came first. */
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  suppressedAt!: Date;
}
