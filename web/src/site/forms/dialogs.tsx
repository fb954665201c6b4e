import { textLimits } from '@voordeur/contracts/http';
import { useState, useEffect, useEffectEvent } from 'react';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { type Sent, SentScene } from '../../ui/sent-scene';
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
  const { scene, follow, edited } = useSentScene(onSent, onClose);
  return (
    <Dialog title={text(say.title)} text={text(say.text)} foot={text(say.foot)} onClose={onClose}>
      <div onChange={edited}>
        <InquiryForm
          kind={kind}
          draft={kind}
          words={say}
          className="mt-5.5 grid gap-4.5"
          onSent={(promised) => follow({ line: say.success, promised })}
        >
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
      </div>
      {scene}
    </Dialog>
  );
}

/** The dark window: coming soon, and a way to hear when. */
export function AgentsDialog({ onSent, onClose }: Omit<Props, 'kind'>) {
  const text = useText();
  const { scene, follow, edited } = useSentScene(onSent, onClose);
  return (
    <Dialog
      title={text('agents.title')}
      text={text('agents.text')}
      foot={text('agents.foot')}
      onClose={onClose}
    >
      <div className="mt-5.5" onChange={edited}>
        <NewsletterForm kind="agents" onSent={(line) => follow({ line })} />
      </div>
      <button type="button" className="button button-line mt-4" onClick={onClose}>
        {text('agents.okay')}
      </button>
      {scene}
    </Dialog>
  );
}

/** Once a popup's form is sent, a letter covers the popup and it soon closes, unless the form is edited first. */
function useSentScene(onSent: Props['onSent'], onClose: () => void) {
  const [sent, setSent] = useState<Sent | null>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(close, timings.popupCloseMs);
    return () => clearTimeout(timer);
  }, [sent]);

  return {
    scene: sent && <SentScene sent={sent} />,
    follow: (what: Sent) => {
      setSent(what);
      onSent(what);
    },
    edited: () => setSent(null),
  };
}
