import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says when the last backup succeeded; `make backup` writes it. No row: none did yet. */
@Entity('backup_state')
export class BackupState {
  /** Always true. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  @Column('timestamptz')
  succeededAt!: Date;
}
