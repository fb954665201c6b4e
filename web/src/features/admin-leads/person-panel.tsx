import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { showToast } from '../../lib/toast-store';
import { EraseDialog } from './erase-dialog';
import { erasePerson, exportPerson } from './lead-calls';

/** What the GDPR entitles people to: a copy of everything stored about their address, and its erasure. */
export function PersonPanel({ email }: { email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [holdings, setHoldings] = useState<Record<string, unknown[]> | null>(null);
  const download = useAdminCall({
    run: () => exportPerson(email),
    failed: text('admin.person.exportFailed'),
    invalidates: 'nothing',
    onDone: (found) =>
      saveBlob(
        'person.json',
        new Blob([`${JSON.stringify(found, null, 2)}\n`], { type: 'application/json' }),
      ),
  });
  const preview = useAdminCall({
    run: () => exportPerson(email),
    failed: text('admin.person.exportFailed'),
    invalidates: 'nothing',
    onDone: setHoldings,
  });
  const erase = useAdminCall({
    run: () => erasePerson(email),
    failed: text('admin.person.eraseFailed'),
    onDone: () => {
      showToast({ title: text('admin.person.erasedTitle'), text: text('admin.person.erasedText') });
      void navigate('/admin/leads', { replace: true });
    },
  });
  return (
    <Panel span={12} title={text('admin.person.title')}>
      <p className="mt-3 mb-3 text-text-2">{text('admin.person.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="line"
          type="button"
          busyLabel={download.isPending ? text('admin.loading') : undefined}
          onClick={() => download.mutate()}
        >
          {text('admin.person.export')}
        </Button>
        <Button
          variant="line"
          type="button"
          busyLabel={preview.isPending ? text('admin.loading') : undefined}
          onClick={() => preview.mutate()}
        >
          {text('admin.person.erase')}
        </Button>
      </div>
      {holdings && (
        <EraseDialog
          email={email}
          holdings={holdings}
          busy={erase.isPending}
          onErase={() => erase.mutate()}
          onClose={() => setHoldings(null)}
        />
      )}
    </Panel>
  );
}
