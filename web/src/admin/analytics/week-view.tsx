import type { HoursOfWeek } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { useZoneName } from '../../ui/instant';
import type { Course } from './days-view';
import type { FigureView } from './figure-panel';
import { formatHour, formatHours } from './format-figures';
import { shadeOf, ShadesLegend } from './shades';
import { useDays } from './use-days';
import { useFigures } from './use-figures';

interface Props {
  course: Pick<Course, 'from' | 'to' | 'hoursOfWeek'>;
  /** Its hours count sessions, not page views. */
  ofSessions: boolean;
  /** Text under the table. */
  caption: ReactNode;
}

/** When people come: each hour of the week, as a table of shades. */
export function useWeekView({ course: { from, to, hoursOfWeek }, ofSessions, caption }: Props): FigureView {
  const text = useText();
  const zone = useZoneName();
  const title = text('admin.analytics.week');
  const rows = hoursOfWeek
    .flatMap((hours, weekday) => hours.map((count, hour) => ({ weekday: weekday + 1, hour, count })))
    .filter(({ count }) => count > 0)
    .map(({ count, ...when }) => ({ ...when, [ofSessions ? 'sessions' : 'visitors']: count }));
  return {
    title,
    definition: text(ofSessions ? 'admin.analytics.what.filteredWeek' : 'admin.analytics.what.week', {
      zone,
    }),
    name: 'week',
    days: { from, to },
    rows,
    empty: text('admin.analytics.noVisitsThen'),
    content: <Week title={title} hoursOfWeek={hoursOfWeek} ofSessions={ofSessions} />,
    caption,
  };
}

interface WeekProps {
  title: string;
  hoursOfWeek: HoursOfWeek;
  ofSessions: boolean;
}

function Week({ title, hoursOfWeek, ofSessions }: WeekProps) {
  const text = useText();
  const { figure } = useFigures();
  const { nameOfWeekday } = useDays();
  const most = Math.max(1, ...hoursOfWeek.flat());
  const busiest = hoursOfWeek.flat().indexOf(most);
  const when = (weekday: number, hour: number) => `${nameOfWeekday(weekday, 'long')} ${formatHours(hour)}`;
  return (
    <>
      <table aria-label={title} className="mt-4 w-full table-fixed border-separate border-spacing-[2px]">
        <thead>
          <tr className="h-6 align-top text-note text-text-3">
            <td className="w-9" />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col" className="relative p-0 font-normal">
                <span className="sr-only">{formatHour(hour)}</span>
                {hour % 6 === 0 && (
                  <span aria-hidden="true" className="absolute top-0 left-0 tabular-nums">
                    {formatHour(hour)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOfWeek.map((hours, weekday) => (
            <tr key={weekday} className="h-8">
              <th scope="row" className="p-0 text-left text-note font-normal text-text-2">
                {nameOfWeekday(weekday, 'short')}
              </th>
              {hours.map((visitors, hour) => (
                <td
                  key={hour}
                  style={{ background: shadeOf(visitors, most) }}
                  className="rounded-[2px] p-0"
                  title={`${when(weekday, hour)}: ${figure(visitors)}`}
                >
                  <span className="sr-only">{figure(visitors)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5">
        <p className="text-note text-text-2">
          {text(ofSessions ? 'admin.analytics.busiestSessions' : 'admin.analytics.busiest', {
            when: when(Math.floor(busiest / 24), busiest % 24),
            count: most,
          })}
        </p>
        <ShadesLegend most={most} />
      </div>
    </>
  );
}
