import { useState, type ReactNode } from 'react';
import { site } from '../../config/site';
import { sizes } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { schedulerAddress } from './scheduler-address';
import type { CalendarState } from './use-calendar';

interface Props {
  calendar: CalendarState;
  /** The form that proposes a time, when it's shown instead of the calendar. */
  instead: ReactNode;
}

/** The calendar itself. Only shown after a click, now or on an earlier visit, because it contacts another host. */
export function SchedulerFrame({ calendar, instead }: Props) {
  const text = useText();
  const [address] = useState(() => schedulerAddress(site.scheduler, location.host));
  return (
    <>
      <div className={instead ? 'calendar-aside' : 'relative'}>
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
