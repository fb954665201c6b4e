import { useEffect, useState, type ReactNode } from 'react';
import { framedCalendar } from '../../config/calendar';
import { site } from '../../config/site';
import { sizes, timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { reportGoal } from '../../lib/counting';
import { greetScheduler, isFromScheduler, schedulerAddress } from './calendar-host';

interface Calendar {
  /** It has sent a message, the only proof that another host's page loaded and works. */
  answered: boolean;
  /** The form that proposes a time is in its place, since it hasn't answered in time. It still may. */
  proposing: boolean;
  /** The form for proposing a time was sent. */
  proposed: boolean;
  onProposed: () => void;
  showAfterAll: () => void;
}

/**
 * Waits for the calendar, once it's open, and gives up in favour of the form that proposes a time. Another host's frame
 * tells us nothing: it also fires `load` for an error page, a refused connection and a page that may not be framed.
 */
export function useCalendar(open: boolean): Calendar {
  const [answered, setAnswered] = useState(false);
  const [late, setLate] = useState(false);
  const [proposed, setProposed] = useState(false);
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
  return {
    answered,
    // Once shown, the form stays with its text, even if the calendar answers after all.
    proposing: late,
    proposed,
    onProposed: () => setProposed(true),
    showAfterAll: () => setLate(false),
  };
}

/** Renders the form that proposes a time; `onSent` is for once it is sent. */
export type ProposeForm = (onSent: () => void) => ReactNode;

interface FrameProps {
  calendar: Calendar;
  propose: ProposeForm;
  className: string;
}

/**
 * The calendar itself, or the form in its place. Only shown after a click, now or on an earlier visit, because it contacts
 * another host.
 */
export function CalendarFrame({ calendar, propose, className }: FrameProps) {
  const text = useText();
  const [address] = useState(() => schedulerAddress(framedCalendar(), location.host));
  return (
    <>
      {/* It may go on loading while hidden. */}
      <div className={calendar.proposing ? 'invisible absolute inset-0' : 'relative'}>
        {!calendar.answered && <span className="calendar-days" aria-hidden="true" />}
        {/* Invisible until it answers: browsers show an error page of their own for a refused connection. */}
        <iframe
          src={address}
          title={text('booking.frame')}
          height={sizes.bookingFramePx}
          className={`block w-full ${calendar.answered && !calendar.proposing ? '' : 'invisible'}`}
        />
      </div>
      {calendar.proposing && <div className={className}>{propose(calendar.onProposed)}</div>}
    </>
  );
}

/** The state of an opened calendar, and the fallback when it doesn't load. `onShown`: the visitor wants it after all. */
export function CalendarNote({ calendar, onShown }: { calendar: Calendar; onShown?: () => void }) {
  const { answered, proposing, proposed, showAfterAll } = calendar;
  const text = useText();
  return (
    <div role="status" className="calendar-note text-text-2">
      {!answered && !proposing && <p>{text('booking.loading')}</p>}
      {!answered && proposing && !proposed && (
        <>
          <p>{text('booking.down')}</p>
          {/* Works even where the calendar refuses to be framed. */}
          <a
            href={framedCalendar().address}
            target="_blank"
            rel="noopener"
            className="button-link text-small"
            onClick={() => reportGoal('calendar-opened')}
          >
            {text('booking.openLink')} <span className="sr-only">{text('common.newTab')}</span>
          </a>
        </>
      )}
      {answered && proposing && !proposed && (
        <p>
          {text('booking.afterAll')}{' '}
          <button
            type="button"
            className="button-link"
            onClick={() => {
              showAfterAll();
              onShown?.();
            }}
          >
            {text('booking.open')}
          </button>
        </p>
      )}
    </div>
  );
}
