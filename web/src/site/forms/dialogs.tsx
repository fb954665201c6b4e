import { textLimits } from '@voordeur/contracts/http';
import { useState, useEffect, useEffectEvent } from 'react';
import type { MessageKey } from '@voordeur/contracts/messages';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { type Promised, type Sent, SentScene } from '../../ui/sent-scene';
import { InquiryForm } from './inquiry-form';
import NewsletterForm from './newsletter-form';

interface Props {
  kind: 'setups' | 'question';
  /** Called with the confirmation to show after the popup has closed. */
  onSent: (sent: Sent) => void;
  onClose: () => void;
}

/** The texts of the two popups, which differ in nothing else. */
const words = {
  setups: {
    title: 'setups.title',
    text: 'setups.text',
    email: 'setups.email',
    idea: 'setups.idea',
    placeholder: 'setups.placeholder',
    submit: 'setups.submit',
    success: 'setups.success',
    failed: 'setups.failed',
    foot: 'setups.foot',
  },
  question: {
    title: 'question.title',
    text: 'question.text',
    email: 'question.email',
    idea: 'question.question',
    placeholder: 'question.placeholder',
    submit: 'question.submit',
    success: 'question.success',
    failed: 'question.failed',
    foot: 'question.foot',
  },
} as const;

export function InquiryDialog({ kind, onSent, onClose }: Props) {
  const text = useText();
  const say = words[kind];

  const [sent, setSent] = useState<Sent | null>(null);

  function closeLater(promised: Promised) {
    const what = { line: say.success, promised };
    setSent(what);
    onSent(what);
    const timer = setTimeout(onClose, timings.popupCloseMs);
    return () => {
      clearTimeout(timer);
      setSent(null);
    };
  }

  return (
    <Dialog title={text(say.title)} text={text(say.text)} foot={text(say.foot)} onClose={onClose}>
      <InquiryForm kind={kind} draft={kind} words={say} className="mt-5.5 grid gap-4.5" whenSent={closeLater}>
        {(email, asked) => (
          <>
            {email}
            <TextArea
              label={text(say.idea)}
              required
              maxLength={textLimits.idea}
              placeholder={text(say.placeholder)}
              {...asked}
            />
          </>
        )}
      </InquiryForm>
      {sent && <SentScene sent={sent} />}
    </Dialog>
  );
}

interface AgentsProps {
  /** Called with the confirmation to show after the popup has closed. */
  onSent: (sent: Sent) => void;
  onClose: () => void;
}

/** The dark window: coming soon, and a way to hear when. */
export function AgentsDialog({ onSent, onClose }: AgentsProps) {
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
