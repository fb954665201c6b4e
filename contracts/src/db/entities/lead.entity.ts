import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeadKind } from '../../http/lead.js';

export const leadStatuses = ['new', 'answered', 'archived'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** What a visitor sent through one of the forms. */
@Entity('leads')
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
}
