import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { type Sent, SentScene } from '../../ui/sent-scene';
import NewsletterForm from './newsletter-form';

interface Props {
  /** Called with the confirmation to show after the popup has closed. */
  onSent: (sent: Sent) => void;
  onClose: () => void;
}

/** The dark window: coming soon, and a way to hear when. */
export function AgentsDialog({ onSent, onClose }: Props) {
  const text = useText();
  const [sent, setSent] = useState<Sent | null>(null);

  const leave = useEffectEvent(onClose);

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(leave, timings.popupCloseMs);
    return () => clearTimeout(timer);
  }, [sent]);

  function follow(line: MessageKey) {
    setSent({ line });
    onSent({ line });
  }

  return (
    <Dialog
      title={text('agents.title')}
      text={text('agents.text')}
      foot={text('agents.foot')}
      onClose={onClose}
    >
      <div className="mt-5.5">
        <NewsletterForm kind="agents" onSent={follow} />
      </div>
      <button type="button" className="button button-line mt-4" onClick={onClose}>
        {text('agents.okay')}
      </button>
      {sent && <SentScene sent={sent} />}
    </Dialog>
  );
}
