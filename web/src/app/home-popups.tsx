import { useNavigate } from 'react-router-dom';
import { SchedulerDialog } from '../features/booking/scheduler-dialog';
import { AgentsDialog } from '../features/home/agents-dialog';
import type { Popup } from '../features/home/popups';
import { InquiryDialog } from '../features/inquiry/inquiry-dialog';
import { IntroDialog } from '../features/videos/intro-dialog';
import type { SiteLanguage } from '../i18n/language';

interface Props {
  popup: Popup;
  language: SiteLanguage;
  onClose: () => void;
}

/** Loaded on intent: none of it is there when the page is. */
export default function HomePopups({ popup, language, onClose }: Props) {
  const navigate = useNavigate();
  switch (popup) {
    case 'agents':
      return <AgentsDialog onClose={onClose} />;
    case 'setups':
    case 'question':
      return <InquiryDialog kind={popup} language={language} onClose={onClose} />;
    case 'intro':
      return <IntroDialog language={language} onClose={onClose} />;
    case 'scheduler':
      return (
        <SchedulerDialog
          onClose={onClose}
          onDown={() => {
            onClose();
            void navigate(language === 'nl' ? '/nl/booking' : '/booking');
          }}
        />
      );
  }
}
