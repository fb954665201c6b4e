import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { leadFields, type StoredFields } from '../../http/lead-fields.js';
import type { LeadKind, LeadStatus, LeadVerdict, SignupKind, VisitMatch } from '../../http/lead.js';

/** A column for each field of the forms, as it was entered. */
// oxlint-disable-next-line typescript/no-extraneous-class -- its properties follow from their description
class FormColumns {}
for (const [name, { type, column }] of Object.entries(leadFields)) {
  const addColumn = Column(type === 'seconds' ? 'integer' : 'text', { name: column, nullable: true });
  addColumn(FormColumns.prototype, name);
}

/** A visitor's submission of one of the forms. */
@Entity('leads')
@Index('leads_content', ['contentDigest', 'receivedAt'])
@Index('leads_idempotency', ['idempotencyDigest', 'receivedAt'], { where: 'idempotency_digest is not null' })
@Index('leads_of_status', ['status', 'id'], { where: "verdict <> 'quarantined'" })
@Index('leads_quarantined', ['id'], { where: "verdict = 'quarantined'" })
@Index('leads_to_answer', ['receivedAt'], {
  where: "status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question', 'proposal')",
})
@Index('leads_to_answer_newest', ['id'], {
  where: "status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question', 'proposal')",
})
@Index('leads_phone', { synchronize: false }) // of an expression, likewise
@Index('leads_mailbox', { synchronize: false }) // likewise
@Index('leads_name', { synchronize: false }) // gin of trigrams, which TypeORM cannot describe
@Index('leads_of_kind', ['kind', 'id'])
@Index('leads_received_at', ['receivedAt'])
@Index('leads_of_visit', ['visitDigest'], { where: 'visit_digest is not null' })
@Index('leads_email_key', ['emailKey', 'receivedAt'])
@Index('leads_note', { synchronize: false }) // likewise
@Index('leads_text', { synchronize: false }) // likewise
export class Lead extends (FormColumns as new () => StoredFields) {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: LeadKind;

  /** Set if a newsletter signup asked for something in addition to the letter. */
  @Column('text', { nullable: true })
  signupKind!: SignupKind | null;

  @Column('text', { default: 'new' })
  status!: LeadStatus;

  /** The first time the status became `answered`; null again once it is back to `new`. */
  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;

  /** The owner's own words. */
  @Column('text', { nullable: true })
  note!: string | null;

  /** When the note was last changed; null where there was none since we keep it. */
  @Column('timestamptz', { nullable: true })
  notedAt!: Date | null;

  /** Counts the owner's changes: `If-Match` is compared with it. */
  @Column('integer', { default: 0 })
  revision!: number;

  /** The key of `email`, for lookups. A trigger fills it for a worker of the previous version, which doesn't know it. */
  @Column('text', { nullable: true })
  emailKey!: string | null;

  /** The sentence under the newsletter's form that they agreed to; null where it isn't known, and for other forms. */
  @Column('text', { nullable: true })
  consent!: string | null;

  /** As the client sent it; `receivedAt` is by our own clock. */
  @Column('text')
  clientTimestamp!: string;

  @Column('timestamptz')
  receivedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;

  /** It came from a file of earlier leads: it has no clock, and nothing was sent because of it. */
  @Column('boolean', { default: false })
  imported!: boolean;

  /** Hash of kind, address and text; a repeated post has the same. */
  @Column('bytea', { nullable: true })
  contentDigest!: Buffer | null;

  /** Hash of kind and the client's Idempotency-Key. */
  @Column('bytea', { nullable: true })
  idempotencyDigest!: Buffer | null;

  /** Hash of everything the visitor entered: an Idempotency-Key allows only one. Null for leads older than this column. */
  @Column('bytea', { nullable: true })
  bodyDigest!: Buffer | null;

  @Column('text', { default: 'accepted' })
  verdict!: LeadVerdict;

  @Column('text', { array: true, default: {} })
  verdictReasons!: string[];

  /** How certain it is that the five below belong to this lead's visitor. */
  @Column('text', { default: 'unknown' })
  visitMatch!: VisitMatch;

  /**
   * Hash of the visit that the lead came from and the day's salt; lets its visitor have that link erased. Null if no
   * visit is certain, and once the salt is gone.
   */
  @Column('bytea', { nullable: true })
  visitDigest!: Buffer | null;

  /** The first page of the day. */
  @Column('text', { nullable: true })
  firstPage!: string | null;

  @Column('text', { nullable: true })
  referrer!: string | null;

  @Column('text', { nullable: true })
  utmSource!: string | null;

  @Column('text', { nullable: true })
  utmMedium!: string | null;

  @Column('text', { nullable: true })
  utmCampaign!: string | null;
}

/** The owner's answer to a lead. The effect that mails it has its id as `eventId`. */
@Entity('lead_replies')
@Index('lead_replies_of_lead', ['leadId'])
@Index('lead_replies_text', { synchronize: false }) // gin of trigrams, which TypeORM cannot describe
export class LeadReply {
  /** Follows from the lead and the words, so the same words are one reply however often they are posted. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'lead_replies_lead' })
  lead!: Relation<Lead>;

  @Column('text')
  subject!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When the mail server accepted it. */
  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
