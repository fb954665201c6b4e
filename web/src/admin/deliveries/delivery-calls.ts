import type { EndpointOnAnswer, WebhookEndpoint, WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';

export const deliveriesPath = '/api/admin/deliveries';
const endpointsPath = '/api/admin/webhook-endpoints';

export function useEndpoints() {
  return useQuery<WebhookEndpointsAnswer>({ queryKey: [endpointsPath], ...readWhenOpened });
}

/** Switches an endpoint back on that its receiver had switched off. */
export function useSwitchOn() {
  const text = useText();
  return useAdminCall({
    run: (name: WebhookEndpoint) => adminSend<EndpointOnAnswer>('POST', `${endpointsPath}/${name}/on`, {}),
    failed: text('admin.deliveries.notSwitched'),
    onDone: ({ resumed }) =>
      showToast({
        title: text('admin.deliveries.switchedTitle'),
        text: text('admin.deliveries.switchedText', { n: resumed }),
      }),
  });
}
