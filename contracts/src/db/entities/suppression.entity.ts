import { Column, Entity, PrimaryColumn } from 'typeorm';

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
