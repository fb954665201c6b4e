import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { saveJson } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { showToast } from '../../lib/toast-store';
import { EraseDialog } from './erase-dialog';
import { erasePerson, exportPerson } from './lead-calls';

/** What the GDPR entitles people to: a copy of everything stored about their address, and its erasure. */
export function PersonPanel({ email }: { email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [stored, setStored] = useState<Record<string, unknown[]> | null>(null);
  const read = {
    run: () => exportPerson(email),
    failed: text('admin.person.exportFailed'),
    invalidates: 'nothing',
  } as const;
  const download = useAdminCall({ ...read, onDone: (found) => saveJson('person', found) });
  const preview = useAdminCall({ ...read, onDone: setStored });
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
        {[
          { call: download, label: text('admin.person.export') },
          { call: preview, label: text('admin.person.erase') },
        ].map(({ call, label }) => (
          <Button
            key={label}
            variant="line"
            type="button"
            busyLabel={call.isPending ? text('admin.loading') : undefined}
            onClick={() => call.mutate()}
          >
            {label}
          </Button>
        ))}
      </div>
      {stored && (
        <EraseDialog
          email={email}
          stored={stored}
          busy={erase.isPending}
          onErase={() => erase.mutate()}
          onClose={() => setStored(null)}
        />
      )}
    </Panel>
  );
}
