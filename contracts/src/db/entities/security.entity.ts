import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { SecurityEventKind } from '../../http/admin.js';

/** The secret shared with the owner's authenticator app. A row that isn't confirmed isn't asked for yet. */
@Entity('second_factor')
export class SecondFactor {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  /** Encrypted with a key that is made of JWT_SECRET, so a copy of the database alone opens nothing. */
  @Column('bytea')
  sealedSecret!: Buffer;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  /** The newest half minute whose code was used; a code is good once. */
  @Column('bigint', { default: 0 })
  lastStep!: string;
}

/** A wrong code that came with the right key. They are counted over all addresses together; `make unlock` deletes them. */
@Entity('wrong_codes')
@Index('wrong_codes_newest', ['failedAt'])
export class WrongCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  /** As of a session. */
  @Column('text', { nullable: true })
  network!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  failedAt!: Date;
}

/** A keyed hash of the admin key that was used last, to notice that it has changed. */
@Entity('admin_key')
export class AdminKey {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  @Column('bytea')
  fingerprint!: Buffer;
}

/** Events about access to the admin area that the owner should hear about. */
@Entity('security_events')
@Index('security_events_newest', ['occurredAt'])
export class SecurityEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: SecurityEventKind;

  @Column('timestamptz', { default: () => 'now()' })
  occurredAt!: Date;

  /** As of a session. */
  @Column('text', { nullable: true })
  network!: string | null;

  @Column('text', { nullable: true })
  browser!: string | null;

  /** A worker has planned the mail about it, or there is no mail server to send one. */
  @Column('boolean', { default: false })
  reported!: boolean;
}
