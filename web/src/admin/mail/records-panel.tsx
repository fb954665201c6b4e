import type { MailRecord } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { useOwnerCheck } from '../checks/use-owner-check';

const records = ['spf', 'dkim', 'dmarc'] as const;
type RecordName = (typeof records)[number];

/** Explains each, and says how to add it. */
const explained: Record<RecordName, { what: MessageKey; missing: MessageKey }> = {
  spf: { what: 'admin.mail.spf', missing: 'admin.mail.spfMissing' },
  dkim: { what: 'admin.mail.dkim', missing: 'admin.mail.dkimMissing' },
  dmarc: { what: 'admin.mail.dmarc', missing: 'admin.mail.dmarcMissing' },
};

const states: Record<MailRecord['state'], MessageKey> = {
  found: 'admin.mail.record.found',
  missing: 'admin.mail.record.missing',
  several: 'admin.mail.record.several',
  unknown: 'admin.mail.record.unknown',
};

/** Whether mail from the sender's domain is believed to be from it: what the DNS says, looked up by the worker. */
export function RecordsPanel() {
  const text = useText();
  const { last, isWaiting, ask } = useOwnerCheck('mail-records');
  const found = last?.found;
  return (
    <Panel span={12} title={text('admin.mail.records')}>
      <div className="mt-3 grid justify-items-start gap-4">
        <p className="max-w-160 text-text-2">{text('admin.mail.recordsNote')}</p>
        <Button
          variant="line"
          busyLabel={isWaiting ? text('admin.mail.recordsLooking') : undefined}
          onClick={ask}
        >
          {text('admin.mail.recordsLook')}
        </Button>
        {last?.state === 'failed' && <FailureLine>{text('admin.checks.notAsked')}</FailureLine>}
        {found && (
          <div role="status" className="grid w-full gap-3">
            <p className="text-note text-text-3">
              {text('admin.mail.recordsOf', { domain: found.domain })} <Instant time={last.plannedAt} />
            </p>
            <dl className="grid gap-3.5">
              {records.map((name) => (
                <div key={name} className="grid gap-x-4 phone:grid-cols-[5rem_1fr]">
                  <dt className="font-semibold uppercase">{name}</dt>
                  <dd className="min-w-0">
                    <RecordState name={name} {...found[name]} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </Panel>
  );
}

function RecordState({ name, state, text: record }: MailRecord & { name: RecordName }) {
  const text = useText();
  const { what, missing } = explained[name];
  return (
    <>
      <p className={state === 'found' ? 'text-ok' : state === 'unknown' ? 'text-text-2' : 'text-alarm'}>
        {text(states[state])}
      </p>
      {record !== null && <p className="font-mono text-note wrap-anywhere text-text-2">{record}</p>}
      <p className="text-text-2">
        {text(what)} {state !== 'found' && state !== 'unknown' && text(missing)}
      </p>
    </>
  );
}
