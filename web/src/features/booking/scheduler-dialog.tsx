import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { SchedulerFrame } from './scheduler-frame';

interface Props {
  onClose: () => void;
  onDown: () => void;
}

export function SchedulerDialog({ onClose, onDown }: Props) {
  const text = useText();
  return (
    <Dialog title={text('booking.frame')} width="wide" onClose={onClose}>
      <SchedulerFrame onDown={onDown} />
    </Dialog>
  );
}
