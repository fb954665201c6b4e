import { useState, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text';
import { forgetCalendar, isCalendarAllowed } from './calendar-consent';

/** Takes back what ringing the bell of the booking page allowed; nothing where it was never rung. */
export function ForgetCalendar() {
  const text = useText();
  const allowed = useSyncExternalStore(neverChanges, isCalendarAllowed, () => false);
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

/** Only this button changes it while the page is open. */
function neverChanges() {
  return () => undefined;
}
