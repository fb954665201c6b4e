import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TextLanguage } from '../../http/languages.js';

/** A text that the owner changed. One that equals the built-in text has no row. */
@Entity('texts')
export class LiveText {
  @PrimaryColumn('text')
  language!: TextLanguage;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  value!: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** A text that the owner is writing and hasn't published. Visitors don't see it. */
@Entity('text_drafts')
export class TextDraft {
  @PrimaryColumn('text')
  language!: TextLanguage;

  @PrimaryColumn('text')
  key!: string;

  /** Empty for the built-in text. */
  @Column('text')
  value!: string;

  /** The published text when the draft was begun; publishing is refused once it has changed. */
  @Column('text')
  writtenOver!: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** One change of one text. Both are stored as shown, built-in texts too, because another build may change those. */
@Entity('text_edits')
@Index('text_edits_of_text', ['language', 'key', 'id'])
@Index('text_edits_edited_at', ['editedAt'])
export class TextEdit {
  /** UUIDv7 */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  language!: TextLanguage;

  @Column('text')
  key!: string;

  @Column('text')
  oldValue!: string;

  @Column('text')
  newValue!: string;

  @Column('timestamptz', { default: () => 'now()' })
  editedAt!: Date;
}

/**
 * The one row that says which texts there are and which of them are in the pages. A version is the id of the edit
 * that made it (null: none yet), not a number: after a restore a number would come back with other texts behind it.
 */
@Entity('texts_state')
export class TextsState {
  /** Always true. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  /** Updated in the transaction of each edit. */
  @Column('uuid', { nullable: true })
  version!: string | null;

  @Column('timestamptz', { nullable: true })
  changedAt!: Date | null;

  @Column('uuid', { nullable: true })
  renderedVersion!: string | null;

  @Column('timestamptz', { nullable: true })
  renderedAt!: Date | null;

  /** Error of the last render, if it failed; null, with zero failures, after a successful one. */
  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { nullable: true })
  failedAt!: Date | null;

  @Column('integer', { default: 0 })
  failures!: number;
}
