import { type ErrorCode, localPath } from '@voordeur/contracts/http';
import { useText, useLanguage } from '../../i18n/use-text';
import { showFailure, useSubmit } from '../../lib/form';
import { HttpError, postJson } from '../../lib/http';
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
  const { outcome, isSending, submit } = useSubmit(async (token: string) => {
    try {
      await postJson('/api/newsletter-confirm', { token });
      return 'done';
    } catch (failure) {
      const code = failure instanceof HttpError ? failure.answer.code : undefined;
      const refusal = code && refusals[code];
      if (!refusal) showFailure(text('confirm.failed'), text);
      return refusal ?? 'failed';
    }
  });

  if (query === null) return null;
  const token = query.get('token') ?? '';
  const isUndo = query.has('undo');
  if (token === '') return <p className="text-lead text-text-2">{text('confirm.missing')}</p>;
  return (
    <>
      <p role="status" className="text-lead text-text empty:hidden">
        {outcome === 'done' && text(isUndo ? 'confirm.undoDone' : 'confirm.done')}
        {outcome === 'invalid' && text('confirm.invalid')}
        {outcome === 'expired' && text('confirm.expired')}
      </p>
      {(outcome === 'invalid' || outcome === 'expired') && (
        <Link to={`${localPath(language, '/')}#contact`} className="button button-line mt-6">
          {text('confirm.again')}
        </Link>
      )}
      {(outcome === null || outcome === 'failed') && (
        <>
          <p className="mb-6 text-lead text-text-2">{text(isUndo ? 'confirm.undoText' : 'confirm.text')}</p>
          <SubmitStep
            isSending={isSending}
            outcome={outcome}
            onSubmit={() => void submit(token)}
            failed={text('confirm.failed')}
          >
            {text(isUndo ? 'confirm.undoSubmit' : 'confirm.submit')}
          </SubmitStep>
        </>
      )}
    </>
  );
}
