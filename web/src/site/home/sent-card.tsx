import { useEffect, useRef, type MouseEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import { type Sent, useSentLine } from '../../ui/sent-scene';
import { PopupButton, type PopupOpener } from './popup-button';

interface Props {
  sent: Sent;
  openPopup: PopupOpener;
  onClose: () => void;
}

/**
 * The line that a popup leaves where it was opened: the promise, where the answer may hide, and one thing to
 * do next.
 */
export function SentCard({ sent, openPopup, onClose }: Props) {
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
        popup="scheduler"
        openPopup={openPopup}
        aria-haspopup={undefined}
        className="button-link justify-self-start text-left"
      >
        {text('sent.next')}
      </PopupButton>
      <button
        type="button"
        aria-label={text('sent.close')}
        className="absolute top-2 right-2 grid size-10 place-items-center rounded-control text-text-2 hover:text-text"
        onClick={close}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

function awaitsMail({ line, promised }: Sent): boolean {
  return promised !== undefined || line === 'newsletter.confirm';
}
