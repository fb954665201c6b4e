import type { ChangeMeetingBody, MeetingAnswer } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { calendarPath } from './use-calendar-form';

export const meetingsPath = `${calendarPath}/meetings`;

interface Change extends ChangeMeetingBody {
  meeting: MeetingAnswer;
}

/** Changes a meeting. The toast offers to take back what the owner said became of it. */
export function useChangeMeeting() {
  const text = useText();
  const run = ({ meeting, ...change }: Change) =>
    adminSend<MeetingAnswer>('PATCH', `${meetingsPath}/${meeting.id}`, change);
  const undo = useAdminCall({
    run,
    failed: text('admin.leads.notChanged'),
    onDone: () => showToast({ title: text('admin.leads.undoneTitle') }),
  });
  return useAdminCall({
    run,
    failed: (failure) =>
      text(isRefusedFor('meeting-over', failure) ? 'admin.calendar.over' : 'admin.leads.notChanged'),
    onDone: (changed, { meeting, state }) => {
      const before = meeting.state;
      const isCancelled = state === 'cancelled';
      const canUndo = state !== undefined && !isCancelled;
      showToast({
        title: text(isCancelled ? 'admin.calendar.cancelled' : 'admin.lead.savedTitle'),
        text: text(isCancelled ? 'admin.calendar.cancelledText' : 'admin.calendar.changedText', {
          name: meeting.name,
        }),
        ...(canUndo && {
          action: { label: text('admin.undo'), run: () => undo.mutate({ meeting: changed, state: before }) },
        }),
      });
    },
  });
}
