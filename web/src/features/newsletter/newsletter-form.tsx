import { simpleEmail, type NewsletterSignupAnswer } from '@voordeur/contracts/http';
import { lazy, Suspense, useState, type SubmitEvent } from 'react';
import { wireLanguage } from '../../i18n/language';
import { useLanguage, useText } from '../../i18n/use-text';
import { getEmailField } from '../../lib/forms';
import { useLeadForm } from '../../lib/use-lead-form';
import { EmailField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { showSpamReminder } from '../../ui/spam-reminder';
import { WithoutScript } from '../../ui/without-script';
import { showToast } from '../../lib/toast-store';

const ConfirmNotice = lazy(() => import('./confirm-notice'));

export default function NewsletterForm() {
  const text = useText();
  const language = useLanguage();
  const [invalid, setInvalid] = useState(false);
  /** When a mail was sent whose link has yet to be followed. */
  const [mailedAt, setMailedAt] = useState<number | null>(null);
  const { state, outcome, send, edited, trap } = useLeadForm('/api/newsletter-signup');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = getEmailField(form);
    const email = field.value;
    if (!simpleEmail.test(email)) {
      setInvalid(true);
      showToast({ variant: 'destructive', title: text('common.error'), text: text('newsletter.invalid') });
      field.focus({ preventScroll: true });
      // Clear of the toast, which on a phone lies across the foot of the screen.
      field.scrollIntoView({ block: 'center' });
      return;
    }
    const response = await send({
      email,
      language: wireLanguage[language],
      consent: text('newsletter.consent'),
    });
    if (response === null) {
      const failed = text('newsletter.failed');
      showToast({ variant: 'destructive', title: failed, text: failed });
      return;
    }
    const answer = (await response.json().catch(() => ({}))) as Partial<NewsletterSignupAnswer>;
    // The address stays, to be corrected or sent again.
    if (answer.needsConfirmation) setMailedAt(Date.now());
    else form.reset();
    showToast({ title: text(answer.needsConfirmation ? 'newsletter.confirm' : 'newsletter.success') });
    // The reminder takes the place of the success toast; the success stays as a line in the form.
    showSpamReminder();
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2.5 sm:grid-cols-[1fr_auto] sm:items-start">
        <EmailField
          label={text('newsletter.email')}
          required
          invalid={invalid}
          onChange={() => {
            setInvalid(false);
            setMailedAt(null);
            edited();
          }}
        />
        <div className="grid sm:pt-[1.8rem]">
          <SubmitButton state={state} disabled={mailedAt !== null}>
            {text('newsletter.submit')}
          </SubmitButton>
        </div>
      </div>
      <p className="mt-2.5 text-note text-text-3">{text('newsletter.consent')}</p>
      <Honeypot trap={trap} />
      <WithoutScript />
      <div className="mt-3">
        <FormOutcome
          outcome={mailedAt !== null && outcome === 'sent' ? null : outcome}
          sent={text('newsletter.success')}
          failed={text('newsletter.failed')}
        />
        {mailedAt !== null && (
          <div role="status" className="text-small text-ok">
            <Suspense>
              <ConfirmNotice mailedAt={mailedAt} busy={state === 'submitting'} />
            </Suspense>
          </div>
        )}
      </div>
    </form>
  );
}
