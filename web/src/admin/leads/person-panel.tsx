import type { ErasePersonAnswer } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { discardAdminDraft } from '../../lib/admin-drafts';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { saveJson } from '../../lib/save-file';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Panel } from '../../ui/panel';

/** Everything that is stored about an address, by table. */
type Stored = Record<string, unknown[]>;

/** The key to look up a person by: an address, or a number where that's all they left. */
type Person = { email: string } | { phone: string };

/** The rights under the GDPR: a copy of everything stored about a person, and its erasure. */
export function PersonPanel({ person }: { person: Person }) {
  const text = useText();
  const [stored, setStored] = useState<Stored | null>(null);
  const read = {
    run: () => adminSend<Stored>('POST', '/api/admin/persons/export', person),
    failed: text('admin.person.exportFailed'),
    invalidates: 'nothing',
  } as const;
  const download = useAdminCall({ ...read, onDone: (found) => saveJson('person', found) });
  const preview = useAdminCall({ ...read, onDone: setStored });
  return (
    <Panel span={12} title={text('admin.person.title')}>
      <p className="mt-3 mb-3 text-text-2">{text('admin.person.text')}</p>
      <div className="flex flex-wrap gap-3">
        {[
          { call: download, label: text('admin.person.export') },
          { call: preview, label: text('admin.person.erase') },
        ].map(({ call, label }) => (
          <Button
            key={label}
            variant="line"
            busyLabel={call.isPending ? text('admin.loading') : undefined}
            onClick={() => call.mutate()}
          >
            {label}
          </Button>
        ))}
      </div>
      {stored && <EraseDialog person={person} stored={stored} onClose={() => setStored(null)} />}
    </Panel>
  );
}

interface Props {
  person: Person;
  stored: Stored;
  onClose: () => void;
}

/** Lists the rows to be erased, and requires typing the address: it can't be undone. */
function EraseDialog({ person, stored, onClose }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const [name] = Object.values(person) as [string];
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const erase = useAdminCall({
    run: () => adminSend<ErasePersonAnswer>('POST', '/api/admin/persons/erase', person),
    failed: text('admin.person.eraseFailed'),
    // This screen's own lead is gone; the next list fetches its own data.
    invalidates: { refetchType: 'none' },
    onDone: (answer) => {
      // It has `erased` once it's done.
      showToast(
        'erased' in answer
          ? { title: text('admin.person.erasedTitle'), text: text('admin.person.erasedText') }
          : { title: text('admin.person.pendingTitle'), text: text('admin.person.pendingText') },
      );
      // A half-written reply or note about them goes too.
      for (const { id } of (stored['leads'] ?? []) as { id: string }[]) {
        discardAdminDraft(`reply ${id}`);
        discardAdminDraft(`note ${id}`);
      }
      void navigate('/admin/leads', { replace: true });
    },
  });
  const count = (table: string) => stored[table]?.length ?? 0;
  const countEffects = (kind: string) =>
    ((stored['outbox'] ?? []) as { kind: string }[]).filter((effect) => effect.kind === kind).length;
  const lines = [
    text('admin.person.leads', { n: count('leads') }),
    text('admin.person.deliveries', { n: countEffects('webhook') }),
    text('admin.person.mails', { n: countEffects('mail') }),
    text('admin.person.subscriptions', { n: count('subscribers') + count('suppressions') }),
  ];
  return (
    <Dialog title={text('admin.person.eraseTitle')} text={text('admin.person.eraseText')} onClose={onClose}>
      <ul className="mt-4 list-disc pl-5">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      <p className="mt-3 mb-5 text-text-2">{text('admin.person.eraseElsewhere')}</p>
      <AdminForm
        className="grid gap-4"
        noValidate
        onSubmit={() => {
          const same = typed.trim().toLowerCase() === name.trim().toLowerCase();
          setWrong(!same);
          if (same) erase.mutate();
        }}
      >
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{name}</bdi>
        </p>
        <TextField
          label={text('admin.person.typeAddress')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={wrong ? text('admin.person.otherAddress') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busyLabel={erase.isPending ? text('admin.person.erasing') : undefined}>
            {text('admin.person.eraseAll')}
          </Button>
          <Button variant="line" onClick={onClose}>
            {text('admin.cancel')}
          </Button>
        </div>
      </AdminForm>
    </Dialog>
  );
}
