import { calendarLimits, type MeetingAnswer } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminDraft } from '../../lib/admin-drafts';
import { useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { meetingsPath } from './use-change-meeting';

/** The owner's notes on a meeting, or a button to write the first one. Unsaved notes outlive the screen. */
export function MeetingNotes({ id, name, notes }: Pick<MeetingAnswer, 'id' | 'name' | 'notes'>) {
  const text = useText();
  const saved = notes ?? '';
  const { values, setField, clear } = useAdminDraft(`meeting ${id}`, { notes: saved });
  const [isOpen, setIsOpen] = useState(false);
  const isChanged = values.notes !== saved;
  const save = useAdminCall({
    run: (typed: string) =>
      adminSend<MeetingAnswer>('PATCH', `${meetingsPath}/${id}`, {
        notes: typed.trim() === '' ? null : typed,
      }),
    failed: text('admin.leads.notChanged'),
    onDone: clear,
  });
  if (!isOpen && values.notes === '')
    return (
      <button type="button" className="button-link text-text-2" onClick={() => setIsOpen(true)}>
        {text('admin.calendar.addNote')}
        <span className="sr-only"> {name}</span>
      </button>
    );
  return (
    <AdminForm className="mt-2 grid w-full gap-2" onSubmit={() => save.mutate(values.notes)}>
      <TextArea
        label={text('admin.calendar.notes')}
        // The button that had the focus is gone.
        autoFocus={isOpen}
        dir="auto"
        rows={2}
        maxLength={calendarLimits.notes}
        value={values.notes}
        onChange={(event) => (event.target.value === saved ? clear() : setField('notes', event.target.value))}
      />
      {isChanged && (
        <div>
          <Button
            variant="line"
            type="submit"
            busyLabel={save.isPending ? text('admin.yourSite.saving') : undefined}
          >
            {text('admin.calendar.saveNote')}
          </Button>
        </div>
      )}
    </AdminForm>
  );
}
