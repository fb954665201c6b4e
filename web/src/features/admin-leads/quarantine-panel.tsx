import type { OneLeadAnswer } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useReleaseLead } from './lead-calls';
import { reasonWords } from './lead-words';

/** Why a lead is in quarantine, and what releasing it does. */
export function QuarantinePanel({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const release = useReleaseLead();
  return (
    <Panel span={12} title={text('admin.leads.quarantined')}>
      <ul className="mt-3 list-disc pl-5">
        {Object.entries(reasonWords)
          .filter(([reason]) => lead.verdictReasons.includes(reason))
          .map(([reason, word]) => (
            <li key={reason}>{text(word)}</li>
          ))}
      </ul>
      <p className="mt-2 mb-4 max-w-[44em] text-text-2">{text('admin.leads.quarantineText')}</p>
      <div>
        <Button
          variant="line"
          type="button"
          // Once requested, the worker does it; a moment later the lead itself shows it.
          busyLabel={release.isPending ? text('admin.leads.releasing') : undefined}
          disabled={release.isSuccess}
          onClick={() => release.mutate(lead.id)}
        >
          {text('admin.leads.release')}
        </Button>
      </div>
    </Panel>
  );
}
