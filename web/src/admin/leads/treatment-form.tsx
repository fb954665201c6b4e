import { textLimits, type OneLeadAnswer } from '@voordeur/contracts/http';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { discardAdminDraft, keepAdminDraft, readAdminDrafts } from '../../lib/admin-drafts';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { SelectField } from '../../ui/select-field';
import { TextArea } from '../../ui/field';
import { showToast } from '../../lib/toast-store';
import { changeLead, statusLabels } from './lead';

/** Status and note. A note that another tab saved meanwhile isn't overwritten: it's shown next to the text typed here. */
export function TreatmentForm({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const draftName = `note ${lead.id}`;
  const [draft] = useState(() => readAdminDrafts().get(draftName));
  const [opened, setOpened] = useState<Pick<OneLeadAnswer, 'note' | 'revision'>>(() =>
    // The note it replaces: if that changed meanwhile, both are shown.
    draft && draft['openedOn'] !== (lead.note ?? '')
      ? { note: draft['openedOn'] ?? '', revision: Number(draft['revision']) }
      : lead,
  );
  const [note, setNote] = useState(draft?.['note'] ?? lead.note ?? '');
  useEffect(() => {
    const openedOn = opened.note ?? '';
    if (note === openedOn) discardAdminDraft(draftName);
    else keepAdminDraft(draftName, { note, openedOn, revision: String(opened.revision) });
  }, [draftName, note, opened]);
  // A newer version arrived and nothing typed here would be lost, so show it.
  if (opened.revision !== lead.revision && note === (opened.note ?? '')) {
    setOpened(lead);
    setNote(lead.note ?? '');
  }
  const moved = opened.revision !== lead.revision;

  const change = useAdminCall({
    run: (given: { status: OneLeadAnswer['status'] } | { note: string | null }) =>
      changeLead(lead.id, given, 'note' in given ? opened.revision : undefined),
    failed: (failure) =>
      text(isRefusedFor('lead-conflict', failure) ? 'admin.lead.moved' : 'admin.leads.notChanged'),
    onDone: (saved, given) => {
      setOpened(saved);
      if ('note' in given) setNote(saved.note ?? '');
      showToast({ title: text('admin.lead.savedTitle'), text: text('admin.lead.savedText') });
    },
  });
  const isMoved = isRefusedFor('lead-conflict', change.error);

  return (
    <Panel span={12} title={text('admin.lead.treatment')}>
      <div className="mt-3 grid gap-4">
        <SelectField
          label={text('admin.leads.status')}
          value={lead.status}
          choices={statusLabels}
          onChange={(status) => {
            if (status !== '') change.mutate({ status });
          }}
        />
        <AdminForm
          className="grid gap-3"
          onSubmit={() => {
            change.mutate({ note: note.trim() === '' ? null : note });
          }}
        >
          <TextArea
            label={text('admin.lead.note')}
            dir="auto"
            maxLength={textLimits.note}
            value={note}
            error={
              isMoved || (moved && note !== (lead.note ?? '')) ? text('admin.lead.movedNote') : undefined
            }
            onChange={(event) => setNote(event.target.value)}
          />
          {moved && (
            <div>
              <p className="text-note text-text-3">{text('admin.lead.otherNote')}</p>
              <p className="mb-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
                {lead.note ?? text('admin.lead.emptyNote')}
              </p>
              <button
                type="button"
                className="button-link"
                onClick={() => {
                  setOpened(lead);
                  change.reset();
                }}
              >
                {text('admin.lead.keepMine')}
              </button>
            </div>
          )}
          <div>
            <Button
              variant="line"
              type="submit"
              disabled={note === (opened.note ?? '')}
              busyLabel={change.isPending ? text('admin.lead.saving') : undefined}
            >
              {text('admin.lead.saveNote')}
            </Button>
          </div>
        </AdminForm>
      </div>
    </Panel>
  );
}
