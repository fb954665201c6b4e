import type {
  EndpointOnAnswer,
  WebhookEndpoint,
  WebhookEndpointsAnswer,
  DeliveryAttemptAnswer,
  DeliveryStatus,
  ReplayDestination,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText, type TextOf } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';

export const deliveriesPath = '/api/admin/deliveries';
export const endpointsPath = '/api/admin/webhook-endpoints';
/** How soon the outcome of a test is asked for again. */
const askAgainMs = 2_000;

export function useEndpoints() {
  return useQuery<WebhookEndpointsAnswer>({
    queryKey: [endpointsPath],
    ...readWhenOpened,
    refetchInterval: ({ state }) =>
      state.data?.endpoints.some(({ test }) => test?.state === 'waiting') === true && askAgainMs,
  });
}

/** Sends a delivery to try an endpoint out. */
export function useTestDelivery() {
  const text = useText();
  return useAdminCall({
    run: (name: WebhookEndpoint) => adminSend('POST', `${endpointsPath}/${name}/test`, {}),
    failed: text('admin.deliveries.testNotSent'),
  });
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

export const endpointLabels: Record<WebhookEndpoint, MessageKey> = {
  setups: 'admin.deliveries.endpointSetups',
  question: 'admin.deliveries.endpointQuestion',
  newsletter: 'admin.deliveries.endpointNewsletter',
  'video-signup': 'admin.deliveries.endpointVideoSignup',
  'prompt-signup': 'admin.deliveries.endpointPromptSignup',
  unsubscribe: 'admin.deliveries.endpointUnsubscribe',
  booking: 'admin.deliveries.endpointBooking',
  'booking-visit': 'admin.deliveries.endpointBookingVisit',
};

export const destinationLabels: Record<ReplayDestination, MessageKey> = {
  ...endpointLabels,
  smtp: 'admin.deliveries.mailServer',
};

export const statusLabels: Record<DeliveryStatus, MessageKey> = {
  waiting: 'admin.deliveries.statusWaiting',
  delivered: 'admin.deliveries.statusDelivered',
  failed: 'admin.deliveries.statusFailed',
};

/** The outcome of an attempt: the status answered, the name of the error, or nothing yet. */
export function describeOutcome({ statusCode, error }: DeliveryAttemptAnswer, text: TextOf): string {
  if (statusCode !== null) return String(statusCode);
  return error ?? text('admin.deliveries.noAnswer');
}
