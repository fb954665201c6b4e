import { type ErrorCode, localPath } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText, useLanguage } from '../../i18n/use-text';
import { HttpError, postJson } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { useQueryOfPage } from '../../lib/page-state';
import { SubmitStep } from '../../ui/form-parts';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/number-plate';

export default function ConfirmRoute() {
  const text = useText();
  return (
    <div className="wrap page page-letter">
      <div className="mb-5">
        <PageTitle number={16} title={text('confirm.headline')} />
      </div>
      <ConfirmCard />
    </div>
  );
}

/** After anything else trying again makes sense. */
const refusals: Partial<Record<ErrorCode, 'invalid' | 'expired'>> = {
  'invalid-token': 'invalid',
  'invalid-body': 'invalid',
  'confirmation-expired': 'expired',
};

/**
 * The second step of a sign-up, or the way back for somebody unsubscribed by another person (`&undo`). A mail program that
 * opens links ahead must change nothing, hence the button.
 */
export function ConfirmCard() {
  const text = useText();
  const language = useLanguage();
  const query = useQueryOfPage();
  const [state, setState] = useState<'idle' | 'submitting' | 'done' | 'failed' | 'invalid' | 'expired'>(
    'idle',
  );

  async function confirm(token: string) {
    setState('submitting');
    try {
      await postJson('/api/newsletter-confirm', { token });
    } catch (failure) {
      const code = failure instanceof HttpError ? failure.answer.code : undefined;
      const refusal = code && refusals[code];
      setState(refusal ?? 'failed');
      if (!refusal) {
        showToast({ variant: 'destructive', title: text('common.error'), text: text('confirm.failed') });
      }
      return;
    }
    setState('done');
  }

  if (query === null) return null;
  const token = query.get('token') ?? '';
  const isUndo = query.has('undo');
  if (token === '') return <p className="text-lead text-text-2">{text('confirm.missing')}</p>;
  return (
    <>
      <p role="status" className="text-lead text-text empty:hidden">
        {state === 'done' && text(isUndo ? 'confirm.undoDone' : 'confirm.done')}
        {state === 'invalid' && text('confirm.invalid')}
        {state === 'expired' && text('confirm.expired')}
      </p>
      {(state === 'invalid' || state === 'expired') && (
        <Link to={`${localPath(language, '/')}#contact`} className="button button-line mt-6">
          {text('confirm.again')}
        </Link>
      )}
      {(state === 'idle' || state === 'submitting' || state === 'failed') && (
        <>
          <p className="mb-6 text-lead text-text-2">{text(isUndo ? 'confirm.undoText' : 'confirm.text')}</p>
          <SubmitStep state={state} onSubmit={() => void confirm(token)} failed={text('confirm.failed')}>
            {text(isUndo ? 'confirm.undoSubmit' : 'confirm.submit')}
          </SubmitStep>
        </>
      )}
    </>
  );
}
