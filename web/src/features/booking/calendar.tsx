import { useEffect, useState, type ReactNode } from 'react';
import { site } from '../../config/site';
import { sizes, timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { reportGoal } from '../../lib/report-goal';
import { greetScheduler, isFromScheduler, schedulerAddress } from './scheduler-address';

interface CalendarState {
  /** It has sent a message, the only proof that another host's page loaded and works. */
  answered: boolean;
  /** It hasn't answered in time. It still may. */
  late: boolean;
}

/**
 * Waits for the calendar, once it's open. Another host's frame tells us nothing: it also fires `load` for an error
 * page, a refused connection and a page that may not be framed.
 */
export function useCalendar(open: boolean): CalendarState {
  const [answered, setAnswered] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(setLate, timings.schedulerAnswerMs, true);
    function onMessage(message: MessageEvent) {
      if (!isFromScheduler(message.origin, site.scheduler)) return;
      clearTimeout(timer);
      greetScheduler(message, site.scheduler);
      setAnswered(true);
      reportGoal('calendar-opened');
    }
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [open]);
  return { answered, late };
}

interface FrameProps {
  calendar: CalendarState;
  /** The form that proposes a time, when it's shown instead of the calendar. */
  instead: ReactNode;
}

/** The calendar itself. Only shown after a click, now or on an earlier visit, because it contacts another host. */
export function CalendarFrame({ calendar, instead }: FrameProps) {
  const text = useText();
  const [address] = useState(() => schedulerAddress(site.scheduler, location.host));
  return (
    <>
      {/* It may go on loading while hidden. */}
      <div className={instead ? 'invisible absolute inset-0' : 'relative'}>
        {!calendar.answered && <span className="calendar-days" aria-hidden="true" />}
        {/* Invisible until it answers: browsers show an error page of their own for a refused connection. */}
        <iframe
          src={address}
          title={text('booking.frame')}
          height={sizes.bookingFramePx}
          className={`block w-full ${calendar.answered && !instead ? '' : 'invisible'}`}
        />
      </div>
      {instead}
    </>
  );
}

interface NoteProps {
  calendar: CalendarState;
  /** The form that proposes a time is shown instead of the calendar. */
  proposing: boolean;
  /** Where that form needs a click to appear. */
  onPropose?: () => void;
  onShowCalendar: () => void;
}

/** The state of an opened calendar, and what to do when it doesn't load. */
export function CalendarNote({
  calendar: { answered, late },
  proposing,
  onPropose,
  onShowCalendar,
}: NoteProps) {
  const text = useText();
  return (
    <div role="status" className="calendar-note text-text-2">
      {!answered && !late && <p>{text('booking.loading')}</p>}
      {!answered && late && (
        <>
          <p>
            {proposing ? text('booking.down') : text('booking.late')}{' '}
            {!proposing && onPropose && (
              <button type="button" className="button-link" onClick={onPropose}>
                {text('booking.proposeTitle')}
              </button>
            )}
          </p>
          {/* Works even where the calendar refuses to be framed. */}
          <a
            href={site.scheduler.address}
            target="_blank"
            rel="noopener"
            className="button-link text-small"
            onClick={() => reportGoal('calendar-opened')}
          >
            {text('booking.openLink')} <span className="sr-only">{text('common.newTab')}</span>
          </a>
        </>
      )}
      {answered && proposing && (
        <p>
          {text('booking.afterAll')}{' '}
          <button type="button" className="button-link" onClick={onShowCalendar}>
            {text('booking.open')}
          </button>
        </p>
      )}
    </div>
  );
}
