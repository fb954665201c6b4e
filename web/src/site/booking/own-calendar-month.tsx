import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { BackIcon, ForwardIcon } from '../../ui/icons';
import { TimeButtons } from './own-calendar-steps';
import { addMonths, dayOf, daysIn, fetchMonth, useTimeWords } from './own-calendar-times';

/** The owner offers no time later than in a year (calendarLimits). */
const mostMonths = 12;

interface Props {
  kind: string;
  /** The first free time, whose month is shown first. */
  from: string | undefined;
  onChoose: (time: string) => void;
  onFailed: () => void;
}

/** A month with its free days, and the times of one of them. */
export function MonthOfTimes({ kind, from, onChoose, onFailed }: Props) {
  const text = useText();
  const { nameOfDay, nameOfMonth } = useTimeWords();
  const id = useId();
  const [thisMonth] = useState(() => dayOf(Date.now()).slice(0, 7));
  const [month, setMonth] = useState(() => (from === undefined ? thisMonth : dayOf(from).slice(0, 7)));
  const [pressed, setPressed] = useState<string>();
  const times = useMonth(kind, month, onFailed);
  const heading = useRef<HTMLHeadingElement>(null);
  const dayHeading = useRef<HTMLHeadingElement>(null);
  const day = pressed !== undefined && times?.has(pressed) ? pressed : times?.keys().next().value;

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    // The times may be below the month, and are the next thing to choose.
    if (pressed !== undefined) dayHeading.current?.focus();
  }, [pressed]);

  return (
    <div className="own-days">
      <div>
        <div className="flex items-center justify-between gap-2">
          <Turn
            name={text('calendar.earlierMonth')}
            disabled={month === thisMonth}
            onPress={() => setMonth(addMonths(month, -1))}
          >
            <BackIcon />
          </Turn>
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            aria-live="polite"
            className="text-h3 outline-none first-letter:uppercase"
          >
            {nameOfMonth(month)}
          </h2>
          <Turn
            name={text('calendar.laterMonth')}
            disabled={month === addMonths(thisMonth, mostMonths)}
            onPress={() => setMonth(addMonths(month, 1))}
          >
            <ForwardIcon />
          </Turn>
        </div>
        <table aria-labelledby={id} aria-busy={times === undefined} className="own-month">
          <Weekdays />
          <tbody>
            {weeksOf(month).map((week, index) => (
              <tr key={index}>
                {week.map((date, place) => (
                  <td key={place}>
                    {date !== null && (
                      <Day
                        date={date}
                        times={times?.get(date)?.length ?? 0}
                        isShown={date === day}
                        onPress={() => setPressed(date)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section aria-labelledby={day && `${id}-day`}>
        {day !== undefined && (
          <>
            <h3
              ref={dayHeading}
              id={`${id}-day`}
              tabIndex={-1}
              className="scroll-mt-28 text-term outline-none first-letter:uppercase"
            >
              {nameOfDay(day)}
            </h3>
            <TimeButtons times={times?.get(day) ?? []} onChoose={onChoose} ofOneDay />
          </>
        )}
        <p role="status" className="text-text-2">
          {!times && text('booking.loading')}
          {times?.size === 0 && text('calendar.noneInMonth')}
        </p>
      </section>
    </div>
  );
}

/** The free times of a month by their day; undefined while they're read. */
function useMonth(kind: string, month: string, onFailed: () => void): Map<string, string[]> | undefined {
  const [read, setRead] = useState<{ month: string; times: Map<string, string[]> }>();
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    let isCurrent = true;
    fetchMonth(kind, month).then(
      (times) => {
        if (isCurrent) setRead({ month, times });
      },
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, month]);
  return read?.month === month ? read.times : undefined;
}

/** The days of a month in weeks from Monday on; null where a week has days of another month. */
function weeksOf(month: string): (string | null)[][] {
  const before = (new Date(`${month}-01T00:00Z`).getUTCDay() + 6) % 7;
  const days = Array.from(
    { length: daysIn(month) },
    (_, index) => `${month}-${`${index + 1}`.padStart(2, '0')}`,
  );
  const all = [...Array<null>(before).fill(null), ...days];
  return Array.from({ length: Math.ceil(all.length / 7) }, (_, week) => all.slice(week * 7, week * 7 + 7));
}

function Weekdays() {
  const { formatDate } = useIntl();
  return (
    <thead>
      <tr>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <th key={day} scope="col">
            {/* A Monday. */}
            {formatDate(Date.UTC(2024, 0, 1 + day), { weekday: 'short', timeZone: 'UTC' })}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayProps {
  date: string;
  /** How many are free. */
  times: number;
  isShown: boolean;
  onPress: () => void;
}

function Day({ date, times, isShown, onPress }: DayProps) {
  const text = useText();
  const { nameOfDay } = useTimeWords();
  const number = Number(date.slice(8));
  if (times === 0) return <span className="own-day">{number}</span>;
  return (
    <button
      type="button"
      className="own-day"
      aria-label={text('calendar.dayTimes', { day: nameOfDay(date), times })}
      aria-pressed={isShown}
      onClick={onPress}
    >
      {number}
    </button>
  );
}

interface TurnProps {
  name: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Not `disabled`, which would lose the focus. */
function Turn({ name, disabled, onPress, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={disabled || undefined}
      className="own-turn"
      onClick={disabled ? undefined : onPress}
    >
      {children}
    </button>
  );
}
