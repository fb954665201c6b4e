import { useIntl } from 'react-intl';

interface Props {
  /** ISO */
  time: string;
  /** With seconds, for actions of a machine. */
  exact?: boolean;
}

/** A day and time in the site's zone, with the instant itself for machines. */
export function Instant({ time, exact = false }: Props) {
  const format = useInstantFormat();
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {format(time, exact)}
    </time>
  );
}

/** Formats instants (ISO) as the admin shows them: 21 Nov, 14:05. The current year is left out. */
export function useInstantFormat() {
  const { formatDate } = useIntl();
  const yearOf = useYearOf();
  return (time: string, exact = false) =>
    formatDate(time, {
      ...yearOf(formatDate(time, { year: 'numeric' })),
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(exact ? { second: '2-digit' } : {}),
      hourCycle: 'h23',
    });
}

/** Gives the format's option that says the year of a day (`YYYY-MM-DD` or just its year), unless it's the site's current one. */
export function useYearOf() {
  const { formatDate } = useIntl();
  return (day: string) =>
    day.startsWith(formatDate(Date.now(), { year: 'numeric' })) ? {} : ({ year: 'numeric' } as const);
}

/** The site's time zone by its name in the reader's language: Central European Time. */
export function useZoneName(): string {
  const { formatDateToParts } = useIntl();
  // oxlint-disable-next-line react/purity -- any moment of these months has the same name
  const parts = formatDateToParts(new Date(), { timeZoneName: 'longGeneric' });
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
