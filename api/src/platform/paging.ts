import { RealDateTime, Uuid } from './form-fields.js';
import { Optional } from './validation.pipe.js';

export const pageSize = 50;

/** The query of a list that is read a page at a time, newest first. */
export class PageQueryDto {
  /** The last row of the previous page. */
  @Optional()
  @Uuid()
  cursor?: string;
}

/** The same, of a period. A date-time without an offset is in the site's zone. */
export class PeriodQueryDto extends PageQueryDto {
  /** At this instant or later. */
  @Optional()
  @RealDateTime()
  from?: string;

  /** Before this instant. */
  @Optional()
  @RealDateTime()
  to?: string;
}

/** The page and the cursor of the next one; null on the last. Read `pageSize + 1` rows to know whether there is one. */
export function pageOf<Row extends { id: string }>(rows: Row[]): { page: Row[]; cursor: string | null } {
  const page = rows.slice(0, pageSize);
  return { page, cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}
