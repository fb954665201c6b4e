import { browserEmail, textLimits } from '@voordeur/contracts/http';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { timings } from '../../config/timings';
import { wireLanguage, type SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { submitByEnter } from '../../lib/submit-by-enter';
import { useLeadForm } from '../../lib/use-lead-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Honeypot } from '../../ui/honeypot';
import { TextArea } from '../../ui/text-area';
import { TextField } from '../../ui/text-field';
import { remindOfSpam } from '../../ui/toast/remind-of-spam';
import { showToast } from '../../ui/toast/toast-store';

interface Props {
  kind: 'setups' | 'question';
  language: SiteLanguage;
  onClose: () => void;
}

/** The two forms that ask for an address and some lines; they differ in their words only. */
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

export function InquiryDialog({ kind, language, onClose }: Props) {
  const text = useText();
  const say = words[kind];
  const [email, setEmail] = useState('');
  const [idea, setIdea] = useState('');
  const [checked, setChecked] = useState(false);
  const { state, send, edited, trap } = useLeadForm('/api/setups-inquiry');
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = email.trim() === '' || idea.trim() === '';
  const isEmailWrong = !browserEmail.test(email.trim());

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(onClose, timings.popupCloseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [state, onClose]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // The button is off while one is empty; Enter in a field still comes here, by submitByEnter.
    if (isEmpty) {
      showToast({ variant: 'destructive', title: text('common.error'), text: text('form.missing') });
      return;
    }
    setChecked(true);
    if (isEmailWrong) {
      form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus();
      return;
    }
    const body = { email: email.trim(), idea, language: wireLanguage[language], kind };
    if ((await send(body)) === null) {
      showToast({ variant: 'destructive', title: text('common.error'), text: text(say.failed) });
      return;
    }
    setEmail('');
    setIdea('');
    setChecked(false);
    showToast({ title: text('form.success'), text: text(say.success) });
    remindOfSpam();
  }

  return (
    <Dialog title={text(say.title)} text={text(say.text)} foot={text(say.foot)} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="mt-5.5 grid gap-4.5"
        onSubmit={(event) => void submit(event)}
        onChange={edited}
        onKeyDown={isEmpty ? submitByEnter : undefined}
      >
        <TextField
          label={text(say.email)}
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
        <TextArea
          label={text(say.idea)}
          name="idea"
          required
          maxLength={textLimits.idea}
          placeholder={text(say.placeholder)}
          value={idea}
          onChange={(event) => {
            setIdea(event.target.value);
          }}
        />
        <Honeypot trap={trap} />
        <Button
          type="submit"
          disabled={isEmpty}
          busyLabel={state === 'submitting' ? text('form.submitting') : undefined}
        >
          {text(say.submit)}
        </Button>
        <p role="status" className="text-small text-ok empty:hidden">
          {state === 'done' && text(say.success)}
        </p>
      </form>
    </Dialog>
  );
}
