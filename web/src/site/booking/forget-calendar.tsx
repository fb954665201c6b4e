import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useBrowserValue } from '../../lib/use-browser-value';
import { forgetCalendar, isCalendarAllowed } from './calendar-consent';

/** Withdraws the consent given by opening the booking page's calendar; empty without it. */
export function ForgetCalendar() {
  const text = useText();
  const allowed = useBrowserValue(isCalendarAllowed, false);
  const [forgotten, setForgotten] = useState(false);
  return (
    <div role="status" className="text-small text-text-2">
      {forgotten && text('booking.forgotten')}
      {allowed && !forgotten && (
        <>
          {text('booking.forget')}{' '}
          <button
            type="button"
            className="button-link"
            onClick={() => {
              forgetCalendar();
              setForgotten(true);
            }}
          >
            {text('booking.forgetButton')}
          </button>
        </>
      )}
    </div>
  );
}
