import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LeadKind, LeadStatus, LeadVerdict, VisitMatch } from '../../http/lead.js';

/** What a visitor sent through one of the forms. */
@Entity('leads')
@Index('leads_content', ['contentDigest', 'receivedAt'])
@Index('leads_idempotency', ['idempotencyDigest', 'receivedAt'], { where: 'idempotency_digest is not null' })
export class Lead {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: LeadKind;

  @Column('text', { default: 'new' })
  status!: LeadStatus;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text', { nullable: true })
  idea!: string | null;

  @Column('text', { nullable: true })
  language!: 'ENG' | 'NL' | null;

  @Column('text', { nullable: true })
  videoId!: string | null;

  @Column('integer', { nullable: true })
  watchedSeconds!: number | null;

  /** The client's word, as sent; `receivedAt` is the truth. */
  @Column('text')
  clientTimestamp!: string;

  @Column('timestamptz')
  receivedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;

  /** Of kind, address and text: a repeated post has the same. */
  @Column('bytea', { nullable: true })
  contentDigest!: Buffer | null;

  /** Of kind and the client's Idempotency-Key. */
  @Column('bytea', { nullable: true })
  idempotencyDigest!: Buffer | null;

  @Column('text', { default: 'accepted' })
  verdict!: LeadVerdict;

  @Column('text', { array: true, default: {} })
  verdictReasons!: string[];

  /** How sure it is that the four below are of this lead's visitor. */
  @Column('text', { default: 'unknown' })
  visitMatch!: VisitMatch;

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
