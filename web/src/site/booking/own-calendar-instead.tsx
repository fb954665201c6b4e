import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { ProposeForm } from './calendar';

export interface OwnCalendarProps {
  /** The form for where free times can't be shown. */
  propose: ProposeForm;
  /** Called once a press changes what is shown. */
  onPressed?: () => void;
}

/** While the calendar's file or its times come. */
export function OwnCalendarLoading() {
  const text = useText();
  return (
    <p role="status" className="text-text-2">
      {text('booking.loading')}
    </p>
  );
}

/** Says why there are no times to choose from, until the form that proposes one is sent. */
export function ProposeInstead({ propose, why }: Pick<OwnCalendarProps, 'propose'> & { why: string }) {
  const [proposed, setProposed] = useState(false);
  return (
    <>
      {!proposed && (
        <p role="status" className="mb-4 text-text-2">
          {why}
        </p>
      )}
      {propose(() => setProposed(true))}
    </>
  );
}
