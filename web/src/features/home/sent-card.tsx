import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import { type Sent, SentWords } from '../../ui/sent-scene';
import { PopupButton, type PopupOpener } from './popup-button';

interface Props {
  sent: Sent;
  openPopup: PopupOpener;
  onClose: () => void;
}

/** What a popup that has closed leaves on the page: what was sent, what is promised, and one thing to do next. */
export function SentCard({ sent, openPopup, onClose }: Props) {
  const text = useText();
  return (
    <div className="sent-card">
      <SentWords sent={sent} />
      {sent.promised && <p className="text-small text-ok">{text(sent.line)}</p>}
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
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
