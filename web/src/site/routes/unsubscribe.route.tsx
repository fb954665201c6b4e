import { cleanEmail, emailInQuery, simpleEmail } from '@voordeur/contracts/http';
import { type SubmitEvent, useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { showFailure, useSubmit } from '../../lib/form';
import { getEmailField } from '../../lib/lead-form';
import { postJson } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { useQueryOfPage } from '../../lib/page-state';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { EmailField } from '../../ui/field';
import { SubmitStep } from '../../ui/form-parts';
import { PageTitle } from '../../ui/number-plate';

export default function UnsubscribeRoute() {
  return (
    <div className="wrap page page-letter">
      <UnsubscribeCard />
    </div>
  );
}

type Whom = { token: string } | { email: string };

/** For a link in a mail (`?token=`) or an address (`?email=`). Opening the page changes nothing; the button does. */
export function UnsubscribeCard() {
  const text = useText();
  const language = useLanguage();
  const query = useQueryOfPage();
  const [typed, setTyped] = useState<string | null>(null);
  const whom = typed !== null ? { email: typed } : whomOf(query);
  const email = whom !== null && 'email' in whom ? whom.email : null;

  const { outcome, isSending, submit } = useSubmit(async (body: Whom) => {
    try {
      await postJson('/api/unsubscribe', body);
    } catch {
      showFailure(text('unsubscribe.failed'), text);
      return 'failed';
    }
    showToast({ title: text('unsubscribe.doneTitle'), text: text('unsubscribe.doneText') });
    return 'done';
  });
  const isDone = outcome === 'done';

  function enter(entered: string) {
    setTyped(entered);
    void submit({ email: entered });
  }

  return (
    <>
      <div className="mb-5">
        <PageTitle number={16} title={text(isDone ? 'unsubscribe.doneHeadline' : 'unsubscribe.headline')} />
      </div>
      <div role="status" className="wrap-anywhere empty:hidden">
        {isDone && (
          <>
            <p className="text-h3 font-display font-semibold">{text('unsubscribe.done')}</p>
            {email !== null && (
              <p className="mt-3 text-lead text-text-2">{text('unsubscribe.doneFor', { email })}</p>
            )}
          </>
        )}
      </div>
      {isDone && (
        <>
          <AddressForm label={text('unsubscribe.another')} onEntered={enter} />
          <p className="mt-8">
            <BackLink language={language} />
          </p>
        </>
      )}
      {query !== null && whom === null && (
        <>
          <p className="text-lead text-text-2">{text('unsubscribe.missing')}</p>
          <AddressForm label={text('unsubscribe.address')} onEntered={enter} />
        </>
      )}
      {!isDone && whom !== null && (
        <>
          <p className="text-lead text-text-2">{text('unsubscribe.text')}</p>
          <p className="mt-6 mb-6 font-display text-h3 font-semibold wrap-anywhere">
            {email ?? text('unsubscribe.byLink')}
          </p>
          <SubmitStep
            isSending={isSending}
            outcome={outcome}
            variant="line"
            onSubmit={() => void submit(whom)}
            failed={text('unsubscribe.failed')}
          >
            {text('unsubscribe.submit')}
          </SubmitStep>
        </>
      )}
    </>
  );
}

interface AddressFormProps {
  label: string;
  onEntered: (email: string) => void;
}

function AddressForm({ label, onEntered }: AddressFormProps) {
  const text = useText();
  const [invalid, setInvalid] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = getEmailField(event.currentTarget);
    const email = cleanEmail(field.value);
    if (simpleEmail.test(email)) {
      onEntered(email);
      return;
    }
    setInvalid(true);
    field.focus();
  }

  return (
    <form method="post" noValidate className="mt-8 grid max-w-105 gap-4.5" onSubmit={submit}>
      <EmailField label={label} required invalid={invalid} onChange={() => setInvalid(false)} />
      <Button variant="line" type="submit">
        {text('unsubscribe.submit')}
      </Button>
    </form>
  );
}

function whomOf(query: URLSearchParams | null): Whom | null {
  const token = query?.get('token') ?? '';
  if (token !== '') return { token };
  const email = emailInQuery(query ?? []);
  return simpleEmail.test(email) ? { email } : null;
}
