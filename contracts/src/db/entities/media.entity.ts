import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { MediaAnswer, MediaRefusal } from '../../http/media.js';

/** A file that the owner uploaded or had made. One that no setting names is removed after a day. */
@Entity('media')
@Check('media_state', `state in ('uploading', 'waiting', 'ready', 'refused')`)
@Index('media_waiting', ['usedAt'], { where: "state = 'waiting'" })
export class Media {
  /** UUIDv7 */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: MediaAnswer['kind'];

  /** The size of the upload. */
  @Column('int')
  bytes!: number;

  @Column('text', { default: 'uploading' })
  state!: MediaAnswer['state'];

  @Column('text', { nullable: true })
  refusal!: MediaRefusal | null;

  /** How often a worker has begun to check it: one that ends a worker each time isn't checked forever. */
  @Column('smallint', { default: 0 })
  checks!: number;

  /** A worker is checking it; if it ends meanwhile, another begins then. */
  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  /** On the site, once it's ready. */
  @Column('text', { nullable: true })
  path!: string | null;

  /** When it was announced, or last put into a setting. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt!: Date;
}

/** A piece of a file: of the upload, or of one that was made of it. */
@Entity('media_parts')
export class MediaPart {
  @PrimaryColumn('uuid')
  mediaId!: string;

  @ManyToOne(() => Media, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'media_id', foreignKeyConstraintName: 'media_parts_media_id_fkey' })
  media?: Relation<Media>;

  /** The name under which nginx serves it; empty for the upload itself. */
  @PrimaryColumn('text')
  file!: string;

  /** The byte of the file at which it begins. */
  @PrimaryColumn('int')
  start!: number;

  @Column('bytea')
  data!: Buffer;
}
