import type {
  Accepted,
  ChangeLeadBody,
  LeadCounts,
  LeadsPage,
  OneLeadAnswer,
} from '@voordeur/contracts/http';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchByKey } from '../../lib/fetch-by-key';
import { throwUnlessOk } from '../../lib/http-error';
import { bearerOf, type Owner } from '../../lib/owner-call';
import { postJson, sendJson } from '../../lib/post-json';

const leadsPath = '/api/admin/leads';

/** The leads of an api query, page by page; asked for again each time the inbox is opened. */
export function useLeads({ token }: Owner, query: string) {
  return useInfiniteQuery({
    queryKey: [leadsPath, query],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${pageParam}`;
      return fetchByKey<LeadsPage>({ token })({ queryKey: [`${leadsPath}?${query}${cursor}`], signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.cursor,
    staleTime: 0,
  });
}

/** How many leads stand in each box. */
export function useLeadCounts({ token }: Owner) {
  return useQuery({
    queryKey: [leadsPath, 'counts'],
    queryFn: fetchByKey<LeadCounts>({ token }),
    staleTime: 0,
  });
}

export function useLead({ token }: Owner, id: string) {
  return useQuery({
    queryKey: [leadsPath, encodeURIComponent(id)],
    queryFn: fetchByKey<OneLeadAnswer>({ token }),
    staleTime: 0,
  });
}

/** Changes status or note. With the revision it was opened at, a change that came between is refused with 412. */
export async function changeLead(owner: Owner, id: string, change: ChangeLeadBody, revision?: number) {
  const ifMatch = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  const answer = await sendJson('PATCH', `${leadsPath}/${id}`, change, { ...bearerOf(owner), ...ifMatch });
  return (await answer.json()) as OneLeadAnswer;
}

export async function releaseLead(owner: Owner, id: string): Promise<Accepted> {
  return (await (await postJson(`${leadsPath}/${id}/release`, {}, bearerOf(owner))).json()) as Accepted;
}

/** All leads of a query, as the api's CSV. */
export async function fetchCsv(owner: Owner, query: string): Promise<Blob> {
  const response = await fetch(`${leadsPath}?${query}`, {
    credentials: 'include',
    headers: { ...bearerOf(owner), accept: 'text/csv' },
  });
  return (await throwUnlessOk(response)).blob();
}

/** Everything that is stored about an address, by table. */
export async function exportPerson(owner: Owner, email: string): Promise<Record<string, unknown[]>> {
  const answer = await postJson('/api/admin/persons/export', { email }, bearerOf(owner));
  return (await answer.json()) as Record<string, unknown[]>;
}

/** Erases it; there is no way back. */
export async function erasePerson(owner: Owner, email: string): Promise<void> {
  await postJson('/api/admin/persons/erase', { email }, bearerOf(owner));
}
