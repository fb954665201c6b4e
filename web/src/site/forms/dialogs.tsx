import { textLimits } from '@voordeur/contracts/http';
import { useState, useEffect, useEffectEvent, type ComponentProps, type ReactNode } from 'react';
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
  return (
    <FormDialog
      title={text(say.title)}
      text={text(say.text)}
      foot={text(say.foot)}
      onSent={onSent}
      onClose={onClose}
    >
      {(follow) => (
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
      )}
    </FormDialog>
  );
}

/** The dark window: coming soon, and a way to hear when. */
export function AgentsDialog({ onSent, onClose }: Omit<Props, 'kind'>) {
  const text = useText();
  return (
    <FormDialog
      title={text('agents.title')}
      text={text('agents.text')}
      foot={text('agents.foot')}
      onSent={onSent}
      onClose={onClose}
    >
      {(follow) => (
        <>
          <div className="mt-5.5">
            <NewsletterForm kind="agents" onSent={(line) => follow({ line })} />
          </div>
          <button type="button" className="button button-line mt-4" onClick={onClose}>
            {text('agents.okay')}
          </button>
        </>
      )}
    </FormDialog>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  onSent: (sent: Sent) => void;
  /** Renders the form, which calls `follow` once it's sent. */
  children: (follow: (sent: Sent) => void) => ReactNode;
}

/** A popup with a form. Once that's sent, a letter covers it and it soon closes, unless the form is edited first. */
function FormDialog({ onSent, onClose, children, ...rest }: FormDialogProps) {
  const [sent, setSent] = useState<Sent | null>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(close, timings.popupCloseMs);
    return () => clearTimeout(timer);
  }, [sent]);

  function follow(what: Sent) {
    setSent(what);
    onSent(what);
  }

  return (
    <Dialog {...rest} onClose={onClose}>
      <div onChange={() => setSent(null)}>{children(follow)}</div>
      {sent && <SentScene sent={sent} />}
    </Dialog>
  );
}
