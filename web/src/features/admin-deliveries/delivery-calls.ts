import type {
  DeliveriesAnswer,
  EndpointOnAnswer,
  OneDeliveryAnswer,
  ReplayAnswer,
  ReplayPreviewAnswer,
  ReplayRangeAnswer,
  ReplayRangeBody,
  WebhookEndpoint,
  WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchByKey } from '../../lib/fetch-by-key';
import { bearerOf, type Owner } from '../../lib/owner-call';
import { postJson } from '../../lib/post-json';

const deliveriesPath = '/api/admin/deliveries';
const endpointsPath = '/api/admin/webhook-endpoints';

/** The deliveries of an api query, page by page; asked for again each time the screen is opened. */
export function useDeliveries({ token }: Owner, query: string) {
  return useInfiniteQuery({
    queryKey: [deliveriesPath, 'list', query],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${pageParam}`;
      return fetchByKey<DeliveriesAnswer>({ token })({
        queryKey: [`${deliveriesPath}?${query}${cursor}`],
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.cursor,
    staleTime: 0,
  });
}

export function useDelivery({ token }: Owner, id: string) {
  return useQuery({
    queryKey: [deliveriesPath, encodeURIComponent(id)],
    queryFn: fetchByKey<OneDeliveryAnswer>({ token }),
    staleTime: 0,
  });
}

export function useEndpoints({ token }: Owner) {
  return useQuery({
    queryKey: [endpointsPath],
    queryFn: fetchByKey<WebhookEndpointsAnswer>({ token }),
    staleTime: 0,
  });
}

/** Sends one again, a delivered one too; answers what it was. */
export async function replay(owner: Owner, id: string): Promise<ReplayAnswer> {
  return answerOf(postJson(`${deliveriesPath}/${id}/replay`, {}, bearerOf(owner)));
}

/** How many a replay of the range would send. */
export async function previewReplay({ token }: Owner, range: ReplayRangeBody): Promise<number> {
  const path = `${deliveriesPath}/replay?${new URLSearchParams({ ...range }).toString()}`;
  const fetchPreview = fetchByKey<ReplayPreviewAnswer>({ token });
  const answer = await fetchPreview({ queryKey: [path], signal: new AbortController().signal });
  return answer?.failed ?? 0;
}

export async function replayRange(owner: Owner, range: ReplayRangeBody): Promise<ReplayRangeAnswer> {
  return answerOf(postJson(`${deliveriesPath}/replay`, range, bearerOf(owner)));
}

/** Lets an endpoint have its deliveries again. */
export async function switchOn(owner: Owner, name: WebhookEndpoint): Promise<EndpointOnAnswer> {
  return answerOf(postJson(`${endpointsPath}/${name}/on`, {}, bearerOf(owner)));
}

async function answerOf<Answer>(call: Promise<Response>): Promise<Answer> {
  return (await (await call).json()) as Answer;
}
