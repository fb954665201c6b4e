import type { MessageKey } from '@voordeur/contracts/messages';
import { SchedulerDialog } from '../../features/booking/scheduler-dialog';
import type { Popup } from '../../features/home/popup-button';
import { InquiryDialog } from '../../features/inquiry/inquiry-dialog';
import { ProposeTimeForm } from '../../features/inquiry/propose-time-form';
import { IntroDialog } from '../../features/videos/intro-dialog';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';

interface Props {
  popup: Popup;
  onSent: (line: MessageKey) => void;
  onClose: () => void;
}

/** Loaded on intent, not with the page. */
export default function HomePopups({ popup, onSent, onClose }: Props) {
  switch (popup) {
    case 'agents':
      return <AgentsDialog onClose={onClose} />;
    case 'setups':
    case 'question':
      return <InquiryDialog kind={popup} onSent={onSent} onClose={onClose} />;
    case 'intro':
      return <IntroDialog onClose={onClose} />;
    case 'scheduler':
      return <SchedulerDialog propose={<ProposeTimeForm focused />} onClose={onClose} />;
  }
}

/** What the dark window says: coming soon. */
function AgentsDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog
      title={text('agents.title')}
      text={text('agents.text')}
      foot={text('agents.foot')}
      onClose={onClose}
    >
      <button type="button" className="button button-lamp mt-6" onClick={onClose}>
        {text('agents.okay')}
      </button>
    </Dialog>
  );
}
