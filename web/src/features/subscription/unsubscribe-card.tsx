import { simpleEmail } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { postJson } from '../../lib/http';
import { SubmitStep } from './submit-step';
import { showToast } from '../../lib/toast-store';
import { useQueryOfPage } from '../../lib/use-browser-value';

/** Of a link in a mail (`?token=`) or of an address (`?email=`). Opening the page changes nothing; the button does. */
export function UnsubscribeCard() {
  const text = useText();
  const query = useQueryOfPage();
  const [state, setState] = useState<'idle' | 'submitting' | 'done' | 'failed'>('idle');
  // A plus in an address is a plus: nobody has a space there.
  const email = query?.get('email')?.replaceAll(' ', '+') ?? '';
  const token = query?.get('token') ?? '';
  const whom = token !== '' ? { token } : simpleEmail.test(email) ? { email } : null;

  async function unsubscribe(body: object) {
    setState('submitting');
    try {
      await postJson('/api/unsubscribe', body);
    } catch {
      setState('failed');
      showToast({ variant: 'destructive', title: text('common.error'), text: text('unsubscribe.failed') });
      return;
    }
    setState('done');
    showToast({ title: text('unsubscribe.doneTitle'), text: text('unsubscribe.doneText') });
  }

  if (query === null) return null;
  if (whom === null) return <p className="text-lead text-text-2">{text('unsubscribe.missing')}</p>;
  return (
    <>
      <p role="status" className="text-h3 font-display font-semibold empty:hidden">
        {state === 'done' && text('unsubscribe.done')}
      </p>
      {state !== 'done' && (
        <>
          <p className="text-lead text-text-2">{text('unsubscribe.text')}</p>
          <p className="mt-6 mb-6 font-display text-h3 font-semibold [overflow-wrap:anywhere]">
            {email !== '' ? email : text('unsubscribe.byLink')}
          </p>
          <SubmitStep
            state={state}
            variant="line"
            onSubmit={() => void unsubscribe(whom)}
            failed={text('unsubscribe.failed')}
          >
            {text('unsubscribe.submit')}
          </SubmitStep>
        </>
      )}
    </>
  );
}
