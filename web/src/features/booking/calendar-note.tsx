import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import type { CalendarState } from './use-calendar';

interface Props {
  calendar: CalendarState;
  /** The form that proposes a time is shown instead of the calendar. */
  proposing: boolean;
  /** Where that form needs a click to appear. */
  onPropose?: () => void;
  onShowCalendar: () => void;
}

/** The state of an opened calendar, and what to do when it doesn't load. */
export function CalendarNote({ calendar: { answered, late }, proposing, onPropose, onShowCalendar }: Props) {
  const text = useText();
  return (
    <div role="status" className="calendar-note">
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
          <a href={site.scheduler.address} target="_blank" rel="noopener" className="button-link text-small">
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
