import type {
  Accepted,
  ChangeLeadBody,
  LeadCounts,
  OneLeadAnswer,
  ReplyBody,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';

export const leadsPath = '/api/admin/leads';

/** How many leads are in each box. */
export function useLeadCounts() {
  return useQuery<LeadCounts>({ queryKey: [leadsPath, 'counts'], ...readWhenOpened });
}

/** Changes status or note. With the revision it was opened at, it's refused (`lead-conflict`) when another change came between. */
export function changeLead(id: string, change: ChangeLeadBody, revision?: number): Promise<OneLeadAnswer> {
  const ifMatch = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  return adminSend('PATCH', `${leadsPath}/${id}`, change, ifMatch);
}

/** Mails an answer to a lead. */
export function sendReply(id: string, reply: ReplyBody): Promise<Accepted> {
  return adminSend('POST', `${leadsPath}/${id}/reply`, reply);
}

/** Marks a lead as answered. */
export function useAnswerLead() {
  const text = useText();
  return useAdminCall({
    run: (id: string) => changeLead(id, { status: 'answered' }),
    failed: text('admin.leads.notChanged'),
    onDone: () =>
      showToast({ title: text('admin.leads.answeredTitle'), text: text('admin.leads.answeredText') }),
  });
}

/** Takes a lead out of quarantine. */
export function useReleaseLead() {
  const text = useText();
  return useAdminCall({
    run: (id: string) => adminSend<Accepted>('POST', `${leadsPath}/${id}/release`, {}),
    failed: text('admin.leads.notReleased'),
    onDone: () =>
      showToast({ title: text('admin.leads.releasedTitle'), text: text('admin.leads.releasedText') }),
  });
}
