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
import { useQuery } from '@tanstack/react-query';
import { adminFetch, adminSend } from '../../lib/admin-api';
import { usePages } from '../../lib/admin-queries';
import { throwUnlessOk } from '../../lib/http';

const deliveriesPath = '/api/admin/deliveries';
const endpointsPath = '/api/admin/webhook-endpoints';

/** The deliveries of an api query, page by page; asked for again each time the screen is opened. */
export function useDeliveries(query: string) {
  return usePages<DeliveriesAnswer>(`${deliveriesPath}?${query}`, { staleTime: 0 });
}

export function useDelivery(id: string) {
  return useQuery<OneDeliveryAnswer>({ queryKey: [deliveriesPath, encodeURIComponent(id)], staleTime: 0 });
}

export function useEndpoints() {
  return useQuery<WebhookEndpointsAnswer>({ queryKey: [endpointsPath], staleTime: 0 });
}

/** Sends one again, a delivered one too. */
export function replay(id: string): Promise<ReplayAnswer> {
  return adminSend('POST', `${deliveriesPath}/${id}/replay`, {});
}

/** How many a replay of the range would send. */
export async function previewReplay(range: ReplayRangeBody): Promise<number> {
  const answer = await adminFetch(`${deliveriesPath}/replay?${new URLSearchParams({ ...range }).toString()}`);
  return ((await (await throwUnlessOk(answer)).json()) as ReplayPreviewAnswer).failed;
}

export function replayRange(range: ReplayRangeBody): Promise<ReplayRangeAnswer> {
  return adminSend('POST', `${deliveriesPath}/replay`, range);
}

/** Switches an endpoint on again. */
export function switchOn(name: WebhookEndpoint): Promise<EndpointOnAnswer> {
  return adminSend('POST', `${endpointsPath}/${name}/on`, {});
}
