import { useState, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { calendarHost } from './calendar-consent';
import { CalendarFrame, CalendarNote, useCalendar } from './calendar';

interface Props {
  /** The form that proposes a time, for when the calendar doesn't answer. */
  propose: ReactNode;
  onClose: () => void;
}

export function SchedulerDialog({ propose, onClose }: Props) {
  const text = useText();
  const calendar = useCalendar(true);
  const [wanted, setWanted] = useState(false);
  // Once shown, the form stays with what was typed, even if the calendar answers after all.
  const proposing = calendar.late && !wanted;
  return (
    <Dialog
      title={text('booking.frame')}
      width="wide"
      foot={text('booking.from', { host: calendarHost })}
      onClose={onClose}
    >
      <div className="flex min-h-16 flex-wrap items-center gap-x-6 py-[.6rem] pr-16 pl-5">
        {!proposing && (
          <p className="font-display text-body font-semibold" aria-hidden="true">
            {text('booking.frame')}
          </p>
        )}
        <CalendarNote calendar={calendar} proposing={proposing} onShowCalendar={() => setWanted(true)} />
      </div>
      <CalendarFrame calendar={calendar} instead={proposing && <div className="px-5 pb-6">{propose}</div>} />
    </Dialog>
  );
}
