import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { FailureLine } from '../../ui/form-parts';
import { useOwnerCheck } from '../checks/use-owner-check';
import type { SettingsForm } from './use-settings-form';

/** Asks for the saved booking page, as a visitor's browser would, and says whether it's there. */
export function BookingCheck({ form }: { form: SettingsForm }) {
  const text = useText();
  const { last, isWaiting, ask } = useOwnerCheck('booking-page');
  const { isChanged } = form.settingOf('scheduler');
  if (isChanged) return <p className="text-note text-text-3">{text('admin.checks.saveFirst')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <button type="button" className="button-link" disabled={isWaiting} onClick={ask}>
        {text(isWaiting ? 'admin.checks.asking' : 'admin.checks.ask')}
      </button>
      {last?.state === 'sent' && !isWaiting && (
        <p role="status" className="wrap-anywhere text-ok">
          {text('admin.checks.pageThere', { address: last.found?.address ?? '' })}
        </p>
      )}
      {last?.state === 'failed' && !isWaiting && <FailureLine>{text(adviceOn(last.error))}</FailureLine>}
    </div>
  );
}

/** By the status that was answered, or the name of the error. */
function adviceOn(error: string | null): MessageKey {
  if (error === '404' || error === '410') return 'admin.checks.pageMissing';
  if (error !== null && /^\d+$/.test(error)) return 'admin.checks.pageRefused';
  return 'admin.checks.pageSilent';
}
