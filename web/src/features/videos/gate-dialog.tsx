import { textLimits } from '@voordeur/contracts/http';
import { useState, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { submitByEnter } from '../../lib/submit-by-enter';
import { useLeadForm } from '../../lib/use-lead-form';
import { Dialog } from '../../ui/dialog';
import { EmailField } from '../../ui/email-field';
import { Honeypot } from '../../ui/honeypot';
import { SubmitButton } from '../../ui/submit-button';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast/toast-store';

interface Props {
  videoId: string;
  watchTime: number;
  onSignedUp: () => void;
  onClose: () => void;
}

/** After two minutes: an address or a number, without a check of their form. */
export function GateDialog({ videoId, watchTime, onSignedUp, onClose }: Props) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const { state, send, edited, trap } = useLeadForm('/api/video-signup');
  const isEmpty = email.trim() === '' && phone.trim() === '';

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isEmpty) {
      showToast({ variant: 'destructive', title: text('learn.gate.missing') });
      return;
    }
    if ((await send({ email: email.trim(), phone: phone.trim(), videoId, watchTime })) === null) {
      showToast({ variant: 'destructive', title: text('common.error'), text: text('learn.gate.failed') });
      return;
    }
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
        onKeyDown={isEmpty ? submitByEnter : undefined}
      >
        <EmailField
          label={text('learn.gate.email')}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
        <TextField
          label={text('learn.gate.phone')}
          type="tel"
          name="phone"
          autoComplete="tel"
          maxLength={textLimits.phone}
          placeholder={text('learn.gate.phonePlaceholder')}
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value);
          }}
        />
        <Honeypot trap={trap} />
        <SubmitButton state={state} disabled={isEmpty}>
          {text('learn.gate.submit')}
        </SubmitButton>
      </form>
    </Dialog>
  );
}
