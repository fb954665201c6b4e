import { simpleEmail, textLimits } from '@voordeur/contracts/http';
import { useRef, useState, type SubmitEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../../config/site';
import { timings } from '../../config/timings';
import type { SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast/toast-store';
import { subscribe } from './subscribe';

type State = 'idle' | 'invalid' | 'submitting' | 'done';

export function NewsletterForm({ language }: { language: SiteLanguage }) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<State>('idle');
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!simpleEmail.test(email)) {
      setState('invalid');
      showToast({ variant: 'destructive', title: text('common.error'), text: text('newsletter.invalid') });
      const field = form.current?.querySelector('input');
      field?.focus({ preventScroll: true });
      // Clear of the toast, which on a phone lies across the foot of the screen.
      field?.scrollIntoView({ block: 'center' });
      return;
    }
    setState('submitting');
    try {
      await subscribe(email, language);
    } catch {
      setState('idle');
      const failed = text('newsletter.failed');
      showToast({ variant: 'destructive', title: failed, text: failed });
      return;
    }
    setState('done');
    setEmail('');
    showToast({ title: text('newsletter.success') });
    // The reminder takes the place of the success toast; the success stays as a line in the form.
    setTimeout(showSpamReminder, timings.spamReminderMs);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2.5 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          label={text('newsletter.email')}
          error={state === 'invalid' ? text('newsletter.invalidHint') : undefined}
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={textLimits.email}
          placeholder={text('newsletter.placeholder')}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            if (state !== 'submitting') setState('idle');
          }}
        />
        <div className="grid sm:pt-[1.8rem]">
          <Button
            type="submit"
            busyLabel={state === 'submitting' ? text('newsletter.submitting') : undefined}
          >
            {text('newsletter.submit')}
          </Button>
        </div>
      </div>
      <p role="status" className="mt-3 text-small text-ok empty:mt-0">
        {state === 'done' && text('newsletter.success')}
      </p>
    </form>
  );
}

/** Dutch on every page; an English one adds the same in English. */
function showSpamReminder() {
  const values = { product: site.product, nl: (dutch: React.ReactNode) => <span lang="nl">{dutch}</span> };
  showToast({
    variant: 'warning',
    title: <FormattedMessage id="newsletter.spamTitle" values={values} />,
    text: <FormattedMessage id="newsletter.spamText" values={values} />,
  });
}
