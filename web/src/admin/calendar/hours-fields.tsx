import { calendarLimits, type Hours, type MeetingKind, weekdays } from '@voordeur/contracts/http';
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import { useWeekdayName } from '../site/setting-parts';
import type { Problems } from './use-calendar-form';

interface WeeklyProps {
  path: string;
  weekly: MeetingKind['weekly'];
  problems: Problems;
  onChange: (weekly: MeetingKind['weekly']) => void;
}

/** Hours of each day of the week, a row a day. */
export function WeeklyHours({ path, weekly, problems, onChange }: WeeklyProps) {
  const text = useText();
  const nameOf = useWeekdayName();
  return weekdays.map((weekday, index) => {
    const name = capital(nameOf(weekday));
    const hours = weekly[index] ?? [];
    return (
      <div
        key={weekday}
        role="group"
        aria-label={name}
        className="grid grid-cols-1 gap-x-4 border-t border-line py-2 phone:grid-cols-[7.5rem_minmax(0,1fr)]"
      >
        <p className="pt-2.5">{name}</p>
        <HoursOfDay
          name={name}
          path={`${path}.${index}`}
          hours={hours}
          problems={problems}
          onChange={(next) => onChange(weekly.with(index, next))}
        >
          {hours.length > 0 && (
            <button
              type="button"
              className="button-link text-text-2"
              aria-label={text('admin.calendar.copyOf', { day: name })}
              onClick={() => onChange(weekly.map((one, at) => (at < 5 ? hours : one)))}
            >
              {text('admin.calendar.copy')}
            </button>
          )}
        </HoursOfDay>
      </div>
    );
  });
}

interface HoursProps {
  /** The day's. */
  name: string;
  path: string;
  hours: Hours[];
  problems: Problems;
  onChange: (hours: Hours[]) => void;
  /** After the button that adds hours. */
  children?: ReactNode;
}

/** The ranges of hours on one day, which may be closed. */
export function HoursOfDay({ name, path, hours, problems, onChange, children }: HoursProps) {
  const text = useText();
  const last = hours.at(-1);
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      {hours.length === 0 && <p className="pt-2.5 text-text-2">{text('admin.calendar.closed')}</p>}
      {hours.map((one, index) => (
        <Range
          key={index}
          day={name}
          path={`${path}.${index}`}
          range={one}
          problems={problems}
          onChange={(next) => onChange(hours.with(index, next))}
          onRemove={() => onChange(hours.toSpliced(index, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-x-5">
        {hours.length < calendarLimits.hoursOfDay && (
          <button
            type="button"
            className="button-link"
            aria-label={text('admin.calendar.addHoursOn', { day: name })}
            onClick={() =>
              onChange([...hours, last ? { from: last.to, to: '' } : { from: '09:00', to: '17:00' }])
            }
          >
            {text('admin.calendar.addHours')}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}

interface RangeProps {
  day: string;
  path: string;
  range: Hours;
  problems: Problems;
  onChange: (range: Hours) => void;
  onRemove: () => void;
}

/** A field of the browser knows no 24:00: as an end, midnight is that. */
const midnight = { typed: '00:00', kept: '24:00' };

function Range({ day, path, range: { from, to }, problems, onChange, onRemove }: RangeProps) {
  const text = useText();
  const id = useId();
  const wrong = { from: problems[`${path}.from`], to: problems[`${path}.to`] };
  const problem = wrong.from ?? wrong.to;
  const propsOf = (end: 'from' | 'to') => ({
    type: 'time',
    name: `${path}.${end}`,
    step: 300,
    // On a phone the browser's icon would cover half of 09:00 AM; a press on the field opens the same picker there.
    className:
      'field w-auto min-w-0 flex-1 px-2 phone:max-w-36 phone:px-3 max-phone:[&::-webkit-calendar-picker-indicator]:hidden',
    'aria-invalid': wrong[end] !== undefined || undefined,
    'aria-describedby': wrong[end] && id,
  });
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          {...propsOf('from')}
          aria-label={text('admin.calendar.begins', { day })}
          value={from}
          onChange={(event) => onChange({ from: event.target.value, to })}
        />
        <span aria-hidden="true">–</span>
        <input
          {...propsOf('to')}
          aria-label={text('admin.calendar.ends', { day })}
          value={to === midnight.kept ? midnight.typed : to}
          onChange={({ target: { value } }) =>
            onChange({ from, to: value === midnight.typed ? midnight.kept : value })
          }
        />
        <button
          type="button"
          aria-label={text('admin.calendar.removeHours', { from, to, day })}
          className="grid size-11 flex-none place-items-center text-text-2 hover:text-text"
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </div>
      {problem && (
        <p id={id} className="mt-1 text-alarm">
          {text(problem)}
        </p>
      )}
    </div>
  );
}

/** In a sentence, names of days are in lower case in Dutch. */
function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
