import { maxRangeDays, type Comparison, type Days, type RangeName } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';

/** Today, and the first and last day that have figures (null: none has). */
export interface FigureDays {
  today: string;
  first: string | null;
  last: string | null;
}

/** The days of a named range. Months are whole calendar months, except the current one, which isn't over. */
export function daysOfRange(name: RangeName, { today, first }: FigureDays): Days {
  const end = DateTime.fromISO(today, { zone: 'utc' });
  const lastYear = end.startOf('year').minus({ years: 1 });
  const from = {
    today: end,
    yesterday: end.minus({ days: 1 }),
    '7d': end.minus({ days: 6 }),
    '30d': end.minus({ days: 29 }),
    '90d': end.minus({ days: 89 }),
    'month-to-date': end.startOf('month'),
    '6m': end.startOf('month').minus({ months: 5 }),
    '12m': end.startOf('month').minus({ months: 11 }),
    'last-year': lastYear,
    all: DateTime.max(
      DateTime.min(end, DateTime.fromISO(first ?? today, { zone: 'utc' })),
      end.minus({ days: maxRangeDays - 1 }),
    ),
  }[name];
  if (name === 'yesterday') return { from: dayOf(from), to: dayOf(from) };
  if (name === 'last-year') return { from: dayOf(from), to: dayOf(lastYear.endOf('year')) };
  return { from: dayOf(from), to: today };
}

/**
 * The days to compare with: as many right before, or the same ones a year earlier (28 February for the 29th). Null if
 * nothing is to be compared, or if figures begin later: the remaining days would pass for all of them.
 */
export function comparedDays({ from, to }: Days, comparison: Comparison, { first }: FigureDays): Days | null {
  if (comparison === 'none') return null;
  const start = DateTime.fromISO(from, { zone: 'utc' });
  const end = DateTime.fromISO(to, { zone: 'utc' });
  const earlier = comparison === 'year' ? { years: 1 } : { days: end.diff(start, 'days').days + 1 };
  const compared = { from: dayOf(start.minus(earlier)), to: dayOf(end.minus(earlier)) };
  return first === null || compared.from < first ? null : compared;
}

/**
 * The calendar months that lie entirely in the range, as `[from, until)` by their first days, so that monthly figures
 * can be read instead of their days. A month counts if all of its days that have figures lie in the range. If there is
 * none, both are the day after the range.
 */
export function wholeMonths(
  { from, to }: Days,
  { first, last }: FigureDays,
): { from: string; until: string } {
  const start = DateTime.fromISO(from, { zone: 'utc' });
  const end = DateTime.fromISO(to, { zone: 'utc' });
  const reachesFirst = first !== null && from <= first;
  const reachesLast = last !== null && to >= last;
  const fromMonth =
    start.day === 1 || reachesFirst ? start.startOf('month') : start.startOf('month').plus({ months: 1 });
  const untilMonth =
    reachesLast || end.plus({ days: 1 }).day === 1
      ? end.startOf('month').plus({ months: 1 })
      : end.startOf('month');
  if (fromMonth >= untilMonth)
    return { from: dayOf(end.plus({ days: 1 })), until: dayOf(end.plus({ days: 1 })) };
  return { from: dayOf(fromMonth), until: dayOf(untilMonth) };
}

function dayOf(time: DateTime): string {
  return time.toFormat('yyyy-MM-dd');
}
