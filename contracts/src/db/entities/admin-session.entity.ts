import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An open session of the owner; logging out deletes it, which ends its token everywhere. */
@Entity('admin_sessions')
export class AdminSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Where it was opened from: the /24 of an IPv4 address, the /48 of an IPv6 one. */
  @Column('text', { nullable: true })
  network!: string | null;

  /** "Firefox, Linux"; null for clients that aren't browsers. */
  @Column('text', { nullable: true })
  browser!: string | null;
}

/** A failed login. Addresses are keyed hashes; a successful login deletes those of its address, `make unlock` all. */
@Entity('login_failures')
@Index('login_failures_of_address', ['addressKey', 'failedAt'])
@Index('login_failures_of_network', ['networkKey', 'failedAt'], { where: 'network_key is not null' })
@Index('login_failures_newest', ['failedAt'])
export class LoginFailure {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  /** Hash of an IPv4 address, or of the /64 of an IPv6 one. */
  @Column('bytea')
  addressKey!: Buffer;

  /** Hash of the /48 of an IPv6 address. */
  @Column('bytea', { nullable: true })
  networkKey!: Buffer | null;

  @Column('timestamptz', { default: () => 'now()' })
  failedAt!: Date;
}
