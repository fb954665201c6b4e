import { type Days, isOwnHost } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { hostOf } from '../../lib/format';
import { useYearOf, useInstantFormat, useZoneName } from '../../ui/instant';

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** Days (`YYYY-MM-DD`) as all of the screen shows them: 21 Nov, and 21 Nov 2025 in another year. */
export function useDays() {
  const { formatDate, formatDateTimeRange, timeZone } = useIntl();
  const yearOf = useYearOf();
  /** The day of an instant in the site's zone. */
  const dayOf = (instant: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: timeZone ?? 'UTC' }).format(
      new Date(instant),
    );
  return {
    dayOf,
    /** Today isn't over, so less than a whole day before says nothing yet. */
    isToday: ({ from, to, asOf }: Days & { asOf: string }) => from === to && to === dayOf(asOf),
    day: (day: string) =>
      formatDate(utc(day), { day: 'numeric', month: 'short', ...yearOf(day), timeZone: 'UTC' }),
    /** Sat 21 Nov */
    weekday: (day: string) =>
      formatDate(utc(day), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        ...yearOf(day),
        timeZone: 'UTC',
      }),
    /** Nov, or Nov 2025 */
    month: (day: string) => formatDate(utc(day), { month: 'short', ...yearOf(day), timeZone: 'UTC' }),
    days: ({ from, to }: Days) =>
      formatDateTimeRange(utc(from), utc(to), {
        day: 'numeric',
        month: 'short',
        ...{ ...yearOf(from), ...yearOf(to) },
        timeZone: 'UTC',
      }),
    /** `YYYY-MM-DD HH:mm:ss` of the site's zone as 21 Nov, 14:05 */
    localTime: (time: string) =>
      formatDate(`${time.replace(' ', 'T')}Z`, {
        ...{ day: 'numeric', month: 'short', ...yearOf(time) },
        ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
      }),
    /** Monday is 0. */
    nameOfWeekday: (index: number, weekday: 'short' | 'long') =>
      formatDate(new Date(Date.UTC(2024, 0, 1 + index)), { weekday, timeZone: 'UTC' }),
  };
}

/** Numbers as the admin shows them in its language. */
export function useFigures() {
  const { formatNumber } = useIntl();
  const percent = (share: number) => formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
  /** Small ones differ in their tenths. */
  const tenths = (share: number) => {
    const digits = share < 0.0995 ? 1 : 0;
    return { minimumFractionDigits: digits, maximumFractionDigits: digits };
  };
  const rate = (share: number) => formatNumber(share, { style: 'percent', ...tenths(share) });
  return {
    /** +12% of a share of 0.12 */
    change: (share: number) =>
      formatNumber(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    /** 3,320 */
    figure: (value: number) => formatNumber(value),
    /** 3.3K */
    short: (value: number) => formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** 58.1 */
    average: (value: number) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    /** 64% of a share of 0.64 */
    percent,
    /** 1.7%, and 12% of a share of 0.12 */
    rate,
    /** 1.0–2.9% */
    interval: (low: number, high: number) => `${formatNumber(low * 100, tenths(high))}–${rate(high)}`,
    /** The same, and <1% for shares that would be rounded to nothing. */
    share: (share: number) => (share > 0 && share < 0.005 ? `<${percent(0.01)}` : percent(share)),
  };
}

/** 7 as `07:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** 7 as `07:00–08:00`. */
export function formatHours(hour: number): string {
  return `${formatHour(hour)}–${formatHour((hour + 1) % 24)}`;
}

/** The entries of a map of counts, largest first, equal ones by name. */
export function largestFirst(counts: Record<string, number>): [name: string, count: number][] {
  return Object.entries(counts).sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'));
}

/** City and country on one line, without unknown parts. */
export function formatPlace(city: string, country: string): string {
  const known = [city, country].filter((part) => part !== '' && part !== 'Unknown');
  return known.length === 0 ? 'Unknown' : known.join(', ');
}

export type RefererLabel = 'direct' | 'internal' | 'external';

/** How a visitor came: with no referer, from a page of `ownHost` (host and port), or from elsewhere. */
export function labelReferer(referer: string, ownHost: string): RefererLabel {
  if (referer === 'Direct' || referer === '') return 'direct';
  return isOwnHost(hostOf(referer), ownHost) ? 'internal' : 'external';
}

/** The hour of an instant in the site's zone. */
export function useHourOf() {
  const { formatDate } = useIntl();
  return (instant: string) => Number(formatDate(instant, { hour: '2-digit', hourCycle: 'h23' }));
}

/** The days shown, and those they're compared with. */
export function ComparedDays({ from, to, before }: Days & { before: Days | null }) {
  const text = useText();
  const { days } = useDays();
  if (!before) return days({ from, to });
  return text('admin.analytics.comparedWith', { days: days({ from, to }), before: days(before) });
}

/** When the figures were read. */
export function AsOf({ instant }: { instant: string }) {
  const text = useText();
  const time = useInstantFormat()(instant);
  return <time dateTime={instant}>{text('admin.analytics.asOf', { time, zone: useZoneName() })}</time>;
}
