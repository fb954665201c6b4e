import { useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { useBrowserValue } from '../../lib/use-browser-value';
import { Bell } from '../../ui/drawings/bell';
import { allowCalendar, isCalendarAllowed } from './calendar-consent';
import { CalendarNote } from './calendar-note';
import { SchedulerFrame } from './scheduler-frame';
import { useCalendar } from './use-calendar';

const isLink = site.scheduler.provider === 'link';

/**
 * The calendar's card: closed until the bell is rung, or open from the start where it was rung on an earlier visit.
 * Where it does not answer, the form that proposes a time takes its place on a click. Two cells of the page's grid.
 */
export function Scheduler({ propose }: { propose: ReactNode }) {
  const text = useText();
  const card = useRef<HTMLElement>(null);
  const allowed = useBrowserValue(isCalendarAllowed, false);
  const [rung, setRung] = useState(false);
  const [proposing, setProposing] = useState(false);
  const open = !isLink && (rung || allowed);
  const calendar = useCalendar(open);

  function ring() {
    allowCalendar();
    setRung(true);
    // The button goes away; the next Tab leads into the calendar.
    card.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <section
        ref={card}
        tabIndex={-1}
        aria-label={text('booking.calendar')}
        className={`calendar ${open ? 'calendar-open' : ''} ${proposing ? 'calendar-proposing' : ''}`}
      >
        {open ? (
          <SchedulerFrame calendar={calendar} instead={proposing && <div className="p-6">{propose}</div>} />
        ) : (
          <Closed onRing={ring} />
        )}
      </section>
      {open && (
        <CalendarNote
          calendar={calendar}
          proposing={proposing}
          onPropose={() => setProposing(true)}
          onShowCalendar={() => {
            setProposing(false);
            card.current?.focus();
          }}
        />
      )}
    </>
  );
}

function Closed({ onRing }: { onRing: () => void }) {
  const text = useText();
  const host = new URL(site.scheduler.address).host;
  if (isLink) {
    return (
      <a href={site.scheduler.address} target="_blank" rel="noopener" className="bell-push">
        <Bell />
        <span className="button button-lamp">
          {text('booking.openLink')} <span className="sr-only">{text('common.newTab')}</span>
        </span>
      </a>
    );
  }
  return (
    <>
      <button type="button" className="bell-push" onClick={onRing}>
        <Bell />
        <span className="button button-lamp">{text('booking.open')}</span>
      </button>
      <p className="bell-text">{text('booking.loads', { host })}</p>
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
