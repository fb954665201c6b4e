import { SchedulerDialog } from '../booking/scheduler-dialog';
import type { Popup, PopupOpener } from '../home/popup-button';
import { SentCard } from '../home/sent-card';
import { InquiryDialog } from '../inquiry/inquiry-dialog';
import { ProposeTimeForm } from '../inquiry/propose-time-form';
import { AgentsDialog } from '../newsletter/agents-dialog';
import { IntroDialog } from '../videos/intro-dialog';
import { site } from '../../config/site';
import type { Sent } from '../../ui/sent-scene';

interface Props {
  /** `sent`: the confirmation that a popup leaves on the page. */
  popup: Popup | 'sent';
  sent: Sent | null;
  openPopup: PopupOpener;
  onSent: (sent: Sent) => void;
  onClose: () => void;
}

/** Loaded on intent, not with the page. */
export default function HomePopups({ popup, sent, openPopup, onSent, onClose }: Props) {
  switch (popup) {
    case 'sent':
      return sent && <SentCard sent={sent} openPopup={openPopup} onClose={onClose} />;
    case 'agents':
      return <AgentsDialog onSent={onSent} onClose={onClose} />;
    case 'setups':
    case 'question':
      return <InquiryDialog kind={popup} onSent={onSent} onClose={onClose} />;
    case 'intro':
      return site.intros && <IntroDialog intros={site.intros} onClose={onClose} />;
    case 'scheduler':
      return <SchedulerDialog propose={(onSent) => <ProposeTimeForm onSent={onSent} />} onClose={onClose} />;
  }
}
