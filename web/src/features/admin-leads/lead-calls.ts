import type {
  Accepted,
  ChangeLeadBody,
  ErasePersonAnswer,
  LeadCounts,
  LeadsPage,
  OneLeadAnswer,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminDownload, adminSend } from '../../lib/admin-api';
import { useAdminCall, usePages } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';

const leadsPath = '/api/admin/leads';

/** The leads of an api query, page by page; asked for again each time the inbox is opened. */
export function useLeads(query: string) {
  return usePages<LeadsPage>(`${leadsPath}?${query}`, { staleTime: 0 });
}

/** How many leads are in each box. */
export function useLeadCounts() {
  return useQuery<LeadCounts>({ queryKey: [leadsPath, 'counts'], staleTime: 0 });
}

export function useLead(id: string) {
  return useQuery<OneLeadAnswer>({ queryKey: [leadsPath, encodeURIComponent(id)], staleTime: 0 });
}

/** Changes status or note. With the revision it was opened at, it's refused (`lead-conflict`) when another change came between. */
export function changeLead(id: string, change: ChangeLeadBody, revision?: number): Promise<OneLeadAnswer> {
  const ifMatch = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  return adminSend('PATCH', `${leadsPath}/${id}`, change, ifMatch);
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

/** All leads of a query, as the api's CSV. */
export function fetchCsv(query: string): Promise<Blob> {
  return adminDownload(`${leadsPath}?${query}`, { accept: 'text/csv' });
}

/** Everything that is stored about an address, by table. */
export function exportPerson(email: string): Promise<Record<string, unknown[]>> {
  return adminSend('POST', '/api/admin/persons/export', { email });
}

/** Erases all that; it can't be undone. The answer has `erased` once it's done. */
export function erasePerson(email: string): Promise<ErasePersonAnswer> {
  return adminSend('POST', '/api/admin/persons/erase', { email });
}
