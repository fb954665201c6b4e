import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { calendarHost } from './calendar-consent';
import { CalendarFrame, CalendarNote, type ProposeForm, useCalendar } from './calendar';

interface Props {
  /** The form that proposes a time, for when the calendar doesn't answer. */
  propose: ProposeForm;
  onClose: () => void;
}

export function SchedulerDialog({ propose, onClose }: Props) {
  const text = useText();
  const calendar = useCalendar(true);
  return (
    <Dialog
      title={text('booking.frame')}
      width="wide"
      foot={text(calendar.proposing ? 'booking.toMe' : 'booking.from', { host: calendarHost })}
      onClose={onClose}
    >
      <div className="flex min-h-16 flex-wrap items-center gap-x-6 py-[.6rem] pr-16 pl-5">
        {!calendar.proposing && (
          <p className="font-display text-body font-semibold" aria-hidden="true">
            {text('booking.frame')}
          </p>
        )}
        <CalendarNote calendar={calendar} />
      </div>
      <CalendarFrame calendar={calendar} propose={propose} className="px-5 pb-6" />
    </Dialog>
  );
}
