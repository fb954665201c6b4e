import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Common to both. Deleting the row revokes it in every process. */
abstract class Access {
  @PrimaryColumn('uuid')
  id!: string;

  /** The owner's own name for it. */
  @Column('text')
  name!: string;

  /** SHA-256 of the token: it's random enough that a slow hash would add nothing. */
  @Column('bytea')
  tokenHash!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Written once an hour at most. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}

/** A program's key to figures. */
@Entity('api_keys')
@Index('api_keys_token', ['tokenHash'], { unique: true })
export class ApiKey extends Access {
  /** Null: never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}

/** A link to the figures of certain days and filters. */
@Entity('shared_links')
@Index('shared_links_token', ['tokenHash'], { unique: true })
export class SharedLink extends Access {
  @Column('timestamptz')
  expiresAt!: Date;

  /** As the screen's address has it. */
  @Column('text')
  query!: string;

  /** Salt and hash (scrypt); null without a password. */
  @Column('bytea', { nullable: true })
  passwordHash!: Buffer | null;
}
