import {
  type NewsletterSignupAnswer,
  type SignupKind,
  cleanEmail,
  simpleEmail,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { lazy, Suspense, useState, type SubmitEvent } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { showFailure } from '../../lib/form';
import { getEmailField, useLeadForm } from '../../lib/lead-form';
import { EmailField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { showSpamReminder } from '../../ui/sent-scene';
import { WithoutScript } from '../../ui/without-script';
import { showToast } from '../../lib/toast-store';

const ConfirmNotice = lazy(() => import('./confirm-notice'));

interface Props {
  /** The topic they want in addition to the letter. */
  kind?: SignupKind;
  /** Called once it's sent, with the line to show about it. */
  onSent?: (line: MessageKey) => void;
}

/** The texts of the form under the letterbox, and of the one in the agents' popup. */
const words = {
  letter: {
    email: 'newsletter.email',
    submit: 'newsletter.submit',
    consent: 'newsletter.consent',
    success: 'newsletter.success',
  },
  agents: {
    email: 'agents.email',
    submit: 'agents.submit',
    consent: 'agents.consent',
    success: 'agents.success',
  },
} as const;

export default function NewsletterForm({ kind, onSent }: Props) {
  const text = useText();
  const say = words[kind ?? 'letter'];
  const language = useLanguage();
  const [invalid, setInvalid] = useState(false);
  /** When a mail was sent whose link has yet to be followed. */
  const [mailedAt, setMailedAt] = useState<number | null>(null);
  const failed = text('newsletter.failed');
  const { outcome, isSending, send, edited, trap } = useLeadForm<NewsletterSignupAnswer>(
    '/api/newsletter-signup',
    { failed, failedTitle: failed },
  );

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = getEmailField(form);
    const email = field.value;
    if (!simpleEmail.test(cleanEmail(email))) {
      setInvalid(true);
      showFailure(text('newsletter.invalid'), text);
      field.focus({ preventScroll: true });
      // Clear of the toast, which on a phone lies across the foot of the screen.
      field.scrollIntoView({ block: 'center' });
      return;
    }
    const consent = text(say.consent);
    const answer = await send({ email, language: wireLanguageOf(language), consent, kind });
    if (answer === null) return;
    // The address stays, to be corrected or sent again.
    if (answer.needsConfirmation) setMailedAt(Date.now());
    else form.reset();
    const line = answer.needsConfirmation ? 'newsletter.confirm' : say.success;
    onSent?.(line);
    showToast({ title: text(line) });
    // The reminder takes the place of the success toast; the success stays as a line in the form.
    showSpamReminder();
  }

  return (
    <form
      method="post"
      noValidate
      data-sent={outcome === 'sent' ? '' : undefined}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-2.5 phone:grid-cols-[1fr_auto] phone:items-start">
        <EmailField
          label={text(say.email)}
          required
          invalid={invalid}
          onChange={() => {
            setInvalid(false);
            setMailedAt(null);
            edited();
          }}
        />
        <div className="grid phone:pt-[1.8rem]">
          <SubmitButton isSending={isSending} disabled={mailedAt !== null}>
            {text(say.submit)}
          </SubmitButton>
        </div>
      </div>
      <p className="mt-2.5 text-note text-text-3">{text(say.consent)}</p>
      <Honeypot trap={trap} />
      <WithoutScript />
      <div className="mt-3">
        <FormOutcome
          outcome={mailedAt !== null && outcome === 'sent' ? null : outcome}
          sent={text(say.success)}
          failed={failed}
        />
        {mailedAt !== null && (
          <div role="status" className="text-small text-ok">
            <Suspense>
              <ConfirmNotice mailedAt={mailedAt} isSending={isSending} />
            </Suspense>
          </div>
        )}
      </div>
    </form>
  );
}
