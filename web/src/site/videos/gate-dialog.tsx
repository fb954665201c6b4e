import { textLimits } from '@voordeur/contracts/http';
import type { SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { submitOnEnter, useDraft, useLeadForm } from '../../lib/lead-form';
import { Dialog } from '../../ui/dialog';
import { EmailField, TextField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { showToast } from '../../lib/toast-store';

interface Props {
  videoId: string;
  watchTime: number;
  onSignedUp: () => void;
  onClose: () => void;
}

/** The sign-up after two minutes: an email address or phone number, neither validated. */
export function GateDialog({ videoId, watchTime, onSignedUp, onClose }: Props) {
  const text = useText();
  const { values, setField, clear, since } = useDraft('gate', { email: '', phone: '' });
  const { email, phone } = values;
  const failed = text('learn.gate.failed');
  const form = { failed, typedSince: since };
  const { outcome, isSending, send, miss, edited, trap } = useLeadForm('/api/video-signup', form);
  const isEmpty = email.trim() === '' && phone.trim() === '';

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isEmpty) {
      miss();
      showToast({ variant: 'destructive', title: text('learn.gate.missing') });
      return;
    }
    if ((await send({ email: email.trim(), phone: phone.trim(), videoId, watchTime })) === null) return;
    clear();
    showToast({ title: text('form.success'), text: text('learn.gate.success') });
    onSignedUp();
  }

  return (
    <Dialog
      title={text('learn.gate.title')}
      text={text('learn.gate.text')}
      foot={text('learn.gate.foot')}
      width="narrow"
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-5.5 grid gap-4.5"
        onSubmit={(event) => void submit(event)}
        onChange={edited}
        onKeyDown={isEmpty ? submitOnEnter : undefined}
      >
        <EmailField
          label={text('learn.gate.email')}
          value={email}
          onChange={(event) => setField('email', event.target.value)}
        />
        <TextField
          label={text('learn.gate.phone')}
          type="tel"
          name="phone"
          autoComplete="tel"
          maxLength={textLimits.phone}
          placeholder={text('learn.gate.phonePlaceholder')}
          value={phone}
          onChange={(event) => setField('phone', event.target.value)}
        />
        <Honeypot trap={trap} />
        <SubmitButton isSending={isSending} disabled={isEmpty}>
          {text('learn.gate.submit')}
        </SubmitButton>
        <FormOutcome outcome={outcome} failed={failed} missing={text('learn.gate.missing')} />
      </form>
    </Dialog>
  );
}
