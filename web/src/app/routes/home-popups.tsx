import type { MessageKey } from '@voordeur/contracts/messages';
import { SchedulerDialog } from '../../features/booking/scheduler-dialog';
import { AgentsDialog } from '../../features/home/agents-dialog';
import type { Popup } from '../../features/home/popups';
import { InquiryDialog } from '../../features/inquiry/inquiry-dialog';
import { ProposeTimeForm } from '../../features/inquiry/propose-time-form';
import { IntroDialog } from '../../features/videos/intro-dialog';
import type { SiteLanguage } from '../../i18n/language';

interface Props {
  popup: Popup;
  language: SiteLanguage;
  onSent: (line: MessageKey) => void;
  onClose: () => void;
}

/** Loaded on intent, not with the page. */
export default function HomePopups({ popup, language, onSent, onClose }: Props) {
  switch (popup) {
    case 'agents':
      return <AgentsDialog onClose={onClose} />;
    case 'setups':
    case 'question':
      return <InquiryDialog kind={popup} language={language} onSent={onSent} onClose={onClose} />;
    case 'intro':
      return <IntroDialog language={language} onClose={onClose} />;
    case 'scheduler':
      return <SchedulerDialog propose={<ProposeTimeForm language={language} focused />} onClose={onClose} />;
  }
}
