import type {
  DeliveryAttemptAnswer,
  DeliveryStatus,
  ReplayDestination,
  WebhookEndpoint,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { TextOf } from '../../i18n/use-text';

export const endpointLabels: Record<WebhookEndpoint, MessageKey> = {
  setups: 'admin.deliveries.endpointSetups',
  question: 'admin.deliveries.endpointQuestion',
  newsletter: 'admin.deliveries.endpointNewsletter',
  'video-signup': 'admin.deliveries.endpointVideoSignup',
  'prompt-signup': 'admin.deliveries.endpointPromptSignup',
  unsubscribe: 'admin.deliveries.endpointUnsubscribe',
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
