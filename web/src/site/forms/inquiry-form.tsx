import {
  browserEmail,
  cleanEmail,
  type kindsToAnswer,
  textLimits,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import {
  useEffect,
  useEffectEvent,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { showFailure } from '../../lib/form';
import { getEmailField, submitOnEnter, useDraft, useLeadForm } from '../../lib/lead-form';
import { EmailField, TextField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { showSpamReminder, type Promised } from '../../ui/sent-scene';
import { showToast } from '../../lib/toast-store';

/** Props for the field of the question itself. */
interface Asked {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

interface Props extends Pick<ComponentProps<'form'>, 'className' | 'aria-labelledby'> {
  kind: (typeof kindsToAnswer)[number];
  words: Record<'email' | 'submit' | 'success' | 'failed', MessageKey>;
  /** The name under which the input is kept when the form is closed. */
  draft: string;
  /** Renders the fields. */
  children: (email: ReactNode, asked: Asked) => ReactNode;
  /** Called once it's sent, with the promise made to the sender. */
  onSent: (promised: Promised) => void;
}

/** An email address and a question, sent as a lead. */
export function InquiryForm({ kind, words, draft, children, onSent, ...rest }: Props) {
  const text = useText();
  const language = useLanguage();
  const { values, setField, clear, since } = useDraft(draft, { name: '', email: '', asked: '' });
  const { name, email, asked } = values;
  const [checked, setChecked] = useState(false);
  const failed = text(words.failed);
  const { outcome, isSending, send, miss, edited, trap } = useLeadForm<Promised>('/api/setups-inquiry', {
    failed,
    typedSince: since,
  });
  const isEmpty = email.trim() === '' || asked.trim() === '';
  const isEmailWrong = !browserEmail.test(cleanEmail(email));

  // Typed before the form was hydrated, which React doesn't know.
  const readTyped = useEffectEvent(() => {
    for (const field of ['name', 'email', 'asked'] as const) {
      const typed = trap.current?.form?.elements.namedItem(field);
      if (typed && 'value' in typed && typed.value !== values[field]) setField(field, typed.value);
    }
  });
  useEffect(() => readTyped(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button is disabled while a field is empty, but Enter still submits (submitOnEnter).
    if (isEmpty) {
      miss();
      showFailure(text('form.missing'), text);
      return;
    }
    setChecked(true);
    if (isEmailWrong) {
      getEmailField(event.currentTarget).focus();
      return;
    }
    const lead = {
      ...(name.trim() && { name: name.trim() }),
      email: email.trim(),
      idea: asked,
      language: wireLanguageOf(language),
      kind,
    };
    const promised = await send(lead);
    if (promised === null) return;
    clear();
    setChecked(false);
    showToast({ title: text('form.success'), text: text(words.success) });
    showSpamReminder();
    onSent(promised);
  }

  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={edited}
      onKeyDown={isEmpty ? submitOnEnter : undefined}
    >
      {children(
        <>
          {site.asksName && (
            <TextField
              label={text('form.name')}
              name="name"
              autoComplete="name"
              maxLength={textLimits.name}
              value={name}
              onChange={(event) => setField('name', event.target.value)}
            />
          )}
          <EmailField
            label={text(words.email)}
            required
            invalid={checked && isEmailWrong}
            value={email}
            onChange={(event) => setField('email', event.target.value)}
          />
        </>,
        {
          name: 'asked',
          value: asked,
          onChange: (event) => setField('asked', event.target.value),
        },
      )}
      <Honeypot trap={trap} />
      <SubmitButton isSending={isSending} disabled={isEmpty}>
        {text(words.submit)}
      </SubmitButton>
      <FormOutcome
        outcome={outcome}
        sent={text(words.success)}
        failed={failed}
        missing={text('form.missing')}
      />
    </form>
  );
}
