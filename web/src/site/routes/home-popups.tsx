import { useEffect, useRef, type MouseEvent } from 'react';
import {
  inLanguage,
  type IntroVideo,
  type PerLanguage,
  type TextLanguage,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { calendarHost, isOwnCalendar } from '../../config/calendar';
import { site } from '../../config/site';
import { useText, useLanguage } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { type Sent, useSentLine } from '../../ui/sent-scene';
import { CalendarFrame, CalendarNote, type ProposeForm, useCalendar } from '../booking/calendar';
import { OwnCalendarPart } from '../booking/own-calendar-part';
import { AgentsDialog, InquiryDialog } from '../forms/dialogs';
import { ProposeTimeForm } from '../forms/propose-time-form';
import { type Popup, type PopupOpener, PopupButton } from '../home/popup-button';
import { Player } from '../videos/player';
import { useWatching } from '../videos/use-watching';

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
    case 'meeting':
      return <SchedulerDialog propose={(onSent) => <ProposeTimeForm onSent={onSent} />} onClose={onClose} />;
  }
}

interface SentCardProps {
  sent: Sent;
  openPopup: PopupOpener;
  onClose: () => void;
}

/**
 * The line that a popup leaves where it was opened: the promise, where the answer may hide, and one thing to
 * do next.
 */
function SentCard({ sent, openPopup, onClose }: SentCardProps) {
  const text = useText();
  const line = useSentLine(sent);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  function close({ currentTarget }: MouseEvent) {
    // The button goes, and the next Tab should go on from here.
    currentTarget.closest<HTMLElement>('[role=status]')?.focus({ preventScroll: true });
    onClose();
  }

  return (
    <div ref={card} className="sent-card">
      <p>
        <strong>{text('sent.title')}</strong> {line} {awaitsMail(sent) && text('sent.spam')}
      </p>
      <PopupButton
        popup="meeting"
        openPopup={openPopup}
        aria-haspopup={undefined}
        className="button-link justify-self-start text-left"
      >
        {text('sent.next')}
      </PopupButton>
      <CloseButton aria-label={text('sent.close')} className="top-2 right-2" onClick={close} />
    </div>
  );
}

function awaitsMail({ line, promised }: Sent): boolean {
  return promised !== undefined || line === 'newsletter.confirm';
}

interface SchedulerDialogProps {
  /** The form that proposes a time, for when the calendar doesn't answer. */
  propose: ProposeForm;
  onClose: () => void;
}

export function SchedulerDialog(props: SchedulerDialogProps) {
  return isOwnCalendar() ? <OwnCalendarDialog {...props} /> : <FramedDialog {...props} />;
}

function OwnCalendarDialog({ propose, onClose }: SchedulerDialogProps) {
  const text = useText();
  return (
    <Dialog title={text('booking.frame')} onClose={onClose}>
      <div className="mt-4 min-h-80">
        <OwnCalendarPart propose={propose} />
      </div>
    </Dialog>
  );
}

function FramedDialog({ propose, onClose }: SchedulerDialogProps) {
  const text = useText();
  const calendar = useCalendar(true);
  return (
    <Dialog
      title={text('booking.frame')}
      width="wide"
      foot={text(calendar.proposing ? 'booking.toMe' : 'booking.from', { host: calendarHost() })}
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

/** Its id and title in the analytics, of each language its own. */
function nameOf(language: TextLanguage) {
  const code = wireLanguageOf(language);
  return { videoId: `${code.toLowerCase()}-intro-main`, videoTitle: `${code} Intro Video` };
}

interface IntroProps {
  intros: PerLanguage<IntroVideo>;
  onClose: () => void;
}

export function IntroDialog({ intros, onClose }: IntroProps) {
  const text = useText();
  const language = useLanguage();
  const intro = inLanguage(intros, language);
  const { watched, isPaused, onPlayback } = useWatching({ ...nameOf(language), report: 'on-close' });
  return (
    <Dialog title={text('intro.title')} width="wide" onClose={onClose}>
      <Player
        source={intro}
        title={text('intro.title')}
        poster={intro.poster}
        watched={text('intro.watched', { time: formatWatchTime(watched) })}
        isPaused={isPaused}
        onPlayback={onPlayback}
      />
    </Dialog>
  );
}
