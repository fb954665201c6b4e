import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An open session of the owner; logging out deletes it, and the token that names it is dead everywhere. */
@Entity('admin_sessions')
export class AdminSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}

/** A wrong key. The address is a keyed hash; a good login and `make unlock` delete its rows. */
@Entity('login_failures')
@Index('login_failures_of_address', ['addressKey', 'failedAt'])
@Index('login_failures_newest', ['failedAt'])
export class LoginFailure {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('bytea')
  addressKey!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  failedAt!: Date;
}
