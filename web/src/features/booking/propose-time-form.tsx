import { browserEmail, textLimits } from '@voordeur/contracts/http';
import { useRef, useState, type SubmitEvent } from 'react';
import { wireLanguage, type SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { submitByEnter } from '../../lib/submit-by-enter';
import { useLeadForm } from '../../lib/use-lead-form';
import { Button } from '../../ui/button';
import { Honeypot } from '../../ui/honeypot';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast/toast-store';

/** A time as a lead of kind question, for when the calendar is away. */
export function ProposeTimeForm({ language }: { language: SiteLanguage }) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [time, setTime] = useState('');
  const [checked, setChecked] = useState(false);
  const { state, send, edited, trap } = useLeadForm('/api/setups-inquiry');
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = email.trim() === '' || time.trim() === '';
  const isEmailWrong = !browserEmail.test(email.trim());

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isEmpty) {
      showToast({ variant: 'destructive', title: text('common.error'), text: text('form.missing') });
      return;
    }
    setChecked(true);
    if (isEmailWrong) {
      form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus();
      return;
    }
    const idea = text('booking.proposeIdea', { time });
    const body = { email: email.trim(), idea, language: wireLanguage[language], kind: 'question' };
    if ((await send(body)) === null) {
      showToast({ variant: 'destructive', title: text('common.error'), text: text('booking.proposeFailed') });
      return;
    }
    setEmail('');
    setTime('');
    setChecked(false);
    showToast({ title: text('form.success'), text: text('booking.proposeSuccess') });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="propose"
      className="card grid gap-4.5"
      onSubmit={(event) => void submit(event)}
      onChange={edited}
      onKeyDown={isEmpty ? submitByEnter : undefined}
    >
      <h3 id="propose" className="text-h3">
        {text('booking.proposeTitle')}
      </h3>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <TextField
          label={text('booking.proposeEmail')}
          error={checked && isEmailWrong ? text('form.emailHint') : undefined}
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={textLimits.email}
          placeholder={text('form.emailPlaceholder')}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
        <TextField
          label={text('booking.proposeTime')}
          name="time"
          required
          maxLength={200}
          placeholder={text('booking.proposePlaceholder')}
          value={time}
          onChange={(event) => {
            setTime(event.target.value);
          }}
        />
      </div>
      <Honeypot trap={trap} />
      <div>
        <Button
          type="submit"
          disabled={isEmpty}
          busyLabel={state === 'submitting' ? text('form.submitting') : undefined}
        >
          {text('booking.proposeSubmit')}
        </Button>
      </div>
      <p role="status" className="text-small text-ok empty:hidden">
        {state === 'done' && text('booking.proposeSuccess')}
      </p>
    </form>
  );
}
