import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { calendarHost, framedCalendar, isCalendarLink, isOwnCalendar } from '../../config/calendar';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { reportGoal } from '../../lib/counting';
import { useBrowserValue } from '../../lib/page-state';
import { Bell } from '../../ui/drawings/door';
import { CalendarFrame, CalendarNote, type ProposeForm, useCalendar } from './calendar';
import { allowCalendar, isCalendarAllowed } from './calendar-host';
import { OwnCalendarLoading } from './own-calendar-instead';
import { OwnCalendarPart } from './own-calendar-part';

interface Props {
  propose: ProposeForm;
}

/** The card in which a call is booked, and what there's to say about it: up to two cells of the page's grid. */
export function Scheduler(props: Props) {
  return isOwnCalendar() ? <OwnScheduler {...props} /> : <FramedScheduler {...props} />;
}

/** Shows free times at once. As high as another calendar when closed, and when open from the first press on. */
function OwnScheduler({ propose }: Props) {
  const text = useText();
  const language = useLanguage();
  const isAlive = useBrowserValue(() => true, false);
  const [pressed, setPressed] = useState(false);
  return (
    <section
      tabIndex={-1}
      aria-label={text('booking.calendar')}
      className={`calendar own-calendar ${pressed ? 'calendar-open' : ''}`}
    >
      {isAlive ? (
        <OwnCalendarPart propose={propose} onPressed={() => setPressed(true)} />
      ) : (
        <>
          <div className="noscript:hidden">
            <OwnCalendarLoading />
          </div>
          <noscript>
            <a href={`/api/bookings/times?language=${language}`} className="button button-lamp">
              {text('booking.openLink')}
            </a>
          </noscript>
        </>
      )}
    </section>
  );
}

/**
 * The calendar of another host: closed until the bell is pressed, or open at once if it was on an earlier visit. When it
 * doesn't answer, the form that proposes a time takes its place.
 */
function FramedScheduler({ propose }: Props) {
  const text = useText();
  const card = useRef<HTMLElement>(null);
  const allowed = useBrowserValue(isCalendarAllowed, false);
  const [pressed, setPressed] = useState(false);
  const open = !isCalendarLink() && (pressed || allowed);
  const calendar = useCalendar(open);

  function openCalendar() {
    allowCalendar();
    setPressed(true);
    // The button disappears, and the next Tab should reach the calendar.
    card.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <section
        ref={card}
        tabIndex={-1}
        aria-label={text('booking.calendar')}
        className={`calendar ${open ? 'calendar-open' : ''} ${calendar.proposing ? 'calendar-proposing' : ''}`}
      >
        {open ? (
          <CalendarFrame calendar={calendar} propose={propose} className="p-6" />
        ) : (
          <Closed onOpen={openCalendar} />
        )}
      </section>
      {open && <CalendarNote calendar={calendar} onShown={() => card.current?.focus()} />}
    </>
  );
}

function Closed({ onOpen }: { onOpen: () => void }) {
  const text = useText();
  if (isCalendarLink()) {
    return (
      <a
        href={framedCalendar().address}
        target="_blank"
        rel="noopener"
        className="bell-push"
        onClick={() => reportGoal('calendar-opened')}
      >
        <Bell />
        <span className="button button-lamp">
          {text('booking.openLink')} <span className="sr-only">{text('common.newTab')}</span>
        </span>
      </a>
    );
  }
  return (
    <>
      <button type="button" className="bell-push" onClick={onOpen}>
        <Bell />
        <span className="button button-lamp">{text('booking.open')}</span>
      </button>
      <p className="max-w-[26em] text-small leading-body text-text-2 noscript:hidden">
        {text('booking.loads', { host: calendarHost() })}
      </p>
      <noscript>
        <p>
          <FormattedMessage
            id="booking.noScript"
            values={{ email: <a href={`mailto:${site.email}`}>{site.email}</a> }}
          />
        </p>
        {site.phone !== undefined && (
          <p>
            <FormattedMessage
              id="booking.noScriptCall"
              values={{
                phone: (
                  <a href={`tel:${site.phone.replace('(0)', '').replaceAll(/[^+\d]/g, '')}`}>{site.phone}</a>
                ),
              }}
            />
          </p>
        )}
      </noscript>
    </>
  );
}
