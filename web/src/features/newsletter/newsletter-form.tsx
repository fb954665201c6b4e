import { simpleEmail, textLimits } from '@voordeur/contracts/http';
import { useRef, useState, type SubmitEvent } from 'react';
import { wireLanguage, type SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { useLeadForm } from '../../lib/use-lead-form';
import { Button } from '../../ui/button';
import { Honeypot } from '../../ui/honeypot';
import { TextField } from '../../ui/text-field';
import { remindOfSpam } from '../../ui/toast/remind-of-spam';
import { showToast } from '../../ui/toast/toast-store';

export default function NewsletterForm({ language }: { language: SiteLanguage }) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [invalid, setInvalid] = useState(false);
  const { state, send, edited, trap } = useLeadForm('/api/newsletter-signup');
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!simpleEmail.test(email)) {
      setInvalid(true);
      showToast({ variant: 'destructive', title: text('common.error'), text: text('newsletter.invalid') });
      const field = form.current?.querySelector<HTMLInputElement>('[name=email]');
      field?.focus({ preventScroll: true });
      // Clear of the toast, which on a phone lies across the foot of the screen.
      field?.scrollIntoView({ block: 'center' });
      return;
    }
    if ((await send({ email, language: wireLanguage[language] })) === null) {
      const failed = text('newsletter.failed');
      showToast({ variant: 'destructive', title: failed, text: failed });
      return;
    }
    setEmail('');
    showToast({ title: text('newsletter.success') });
    // The reminder takes the place of the success toast; the success stays as a line in the form.
    remindOfSpam();
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2.5 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          label={text('newsletter.email')}
          error={invalid ? text('form.emailHint') : undefined}
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={textLimits.email}
          placeholder={text('form.emailPlaceholder')}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setInvalid(false);
            edited();
          }}
        />
        <div className="grid sm:pt-[1.8rem]">
          <Button type="submit" busyLabel={state === 'submitting' ? text('form.submitting') : undefined}>
            {text('newsletter.submit')}
          </Button>
        </div>
      </div>
      <Honeypot trap={trap} />
      <p role="status" className="mt-3 text-small text-ok empty:mt-0">
        {state === 'done' && text('newsletter.success')}
      </p>
    </form>
  );
}
