import type { SubscriberCounts, SubscriberSearch, SubscribersPage } from '@voordeur/contracts/http';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { adminFetch, adminSend } from '../../lib/admin-api';
import { throwUnlessOk } from '../../lib/http';

const subscribersPath = '/api/admin/subscribers';
const searchPath = `${subscribersPath}/search`;

/** Matching subscribers, a page at a time. The search is in the body, because it may contain an address. */
export function useSubscribers(search: SubscriberSearch) {
  return useInfiniteQuery({
    queryKey: [subscribersPath, search],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) => adminSend<SubscribersPage>('POST', searchPath, { ...search, cursor }),
    getNextPageParam: ({ cursor }) => cursor,
  });
}

export function useSubscriberCounts() {
  return useQuery<SubscriberCounts>({ queryKey: [subscribersPath, 'counts'] });
}

/** All that match, as CSV. */
export async function fetchSubscribersCsv(search: SubscriberSearch): Promise<Blob> {
  const response = await adminFetch(searchPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/csv' },
    body: JSON.stringify(search),
  });
  return (await throwUnlessOk(response)).blob();
}
