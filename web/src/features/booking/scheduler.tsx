import { useState, type ReactNode } from 'react';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { Bell } from '../../ui/drawings/bell';
import { SchedulerFrame } from './scheduler-frame';

type State = 'closed' | 'open' | 'down';

/** A place of the calendar's full height, which loads it on a click; where it does not answer, the form that proposes a time instead. */
export function Scheduler({ propose }: { propose: ReactNode }) {
  const text = useText();
  const isLink = site.scheduler.provider === 'link';
  const [state, setState] = useState<State>('closed');
  return (
    <section aria-labelledby="calendar" className="grid gap-5">
      <h2 id="calendar" className="text-h2">
        {text('booking.calendar')}
      </h2>
      {state === 'open' && (
        <SchedulerFrame
          onDown={() => {
            setState('down');
          }}
        />
      )}
      {state === 'closed' && (
        <div className="calendar-place">
          <Bell className="w-[104px]" />
          <p className="max-w-[26em] text-text-2">
            {text('booking.loads', { host: new URL(site.scheduler.address).host })}
          </p>
          {isLink ? (
            <a href={site.scheduler.address} target="_blank" rel="noopener" className="button button-lamp">
              {text('booking.openLink')} <span className="sr-only">{text('common.newTab')}</span>
            </a>
          ) : (
            <button
              type="button"
              className="button button-lamp"
              onClick={() => {
                setState('open');
              }}
            >
              {text('booking.open')}
            </button>
          )}
        </div>
      )}
      <p role="status" className="text-text-2 empty:hidden">
        {state === 'down' && text('booking.down')}
      </p>
      {(isLink || state === 'down') && propose}
    </section>
  );
}
