import { useIntl } from 'react-intl';

interface Props {
  /** ISO */
  time: string;
  /** With seconds: of what a machine did. */
  exact?: boolean;
}

/** A day and time in the site's zone, with the instant itself for machines. */
export function Instant({ time, exact = false }: Props) {
  const { formatDate } = useIntl();
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {formatDate(time, {
        ...(new Date(time).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        ...(exact ? { second: '2-digit' } : {}),
        hourCycle: 'h23',
      })}
    </time>
  );
}
