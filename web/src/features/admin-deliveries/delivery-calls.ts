import type { WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';

export const deliveriesPath = '/api/admin/deliveries';
export const endpointsPath = '/api/admin/webhook-endpoints';

export function useEndpoints() {
  return useQuery<WebhookEndpointsAnswer>({ queryKey: [endpointsPath], staleTime: 0 });
}
