import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/*
 * Figures of another counter (Plausible) for the days before our own page views. Nothing recounts these figures, since
 * there are no rows behind them, and every reader takes only the days before the first of `visits_by_day`.
 */

@Entity('imported_days')
export class ImportedDay {
  /** As the other counter had it, in its own time zone. */
  @PrimaryColumn('date')
  day!: string;

  @Column('integer')
  people!: number;

  @Column('integer')
  visitors!: number;
}

@Entity('imported_pages')
export class ImportedPage {
  @PrimaryColumn('date')
  day!: string;

  @ManyToOne(() => ImportedDay, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'day', foreignKeyConstraintName: 'imported_pages_day_fkey' })
  ofDay!: Relation<ImportedDay>;

  /** md5 of `page` */
  @PrimaryColumn('uuid')
  pageKey!: string;

  /** The path without its query. */
  @Column('text')
  page!: string;

  @Column('integer')
  people!: number;
}

@Entity('imported_countries')
export class ImportedCountry {
  @PrimaryColumn('date')
  day!: string;

  @ManyToOne(() => ImportedDay, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'day', foreignKeyConstraintName: 'imported_countries_day_fkey' })
  ofDay!: Relation<ImportedDay>;

  /** ISO 3166-1 alpha-2, or `ZZ`. */
  @PrimaryColumn('text')
  country!: string;

  @Column('integer')
  people!: number;
}
