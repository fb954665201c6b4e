import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SiteSettingKey } from '../../http/site-config.js';

/** A setting of the site that the owner changed. One that equals that of `site.config.json` has no row. */
@Entity('site_settings')
export class SiteSetting {
  @PrimaryColumn('text')
  key!: SiteSettingKey;

  /** JSON's null: she wants none, though the file has one. */
  @Column('jsonb')
  value!: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** One change of one setting. Both values are stored as they held, the file's too, because that file may change. */
@Entity('site_edits')
export class SiteEdit {
  /** UUIDv7 */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  key!: SiteSettingKey;

  @Column('jsonb')
  oldValue!: unknown;

  @Column('jsonb')
  newValue!: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  editedAt!: Date;
}
