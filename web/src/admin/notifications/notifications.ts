import { useQuery } from '@tanstack/react-query';
import { readEndpoint, readPushSupport } from './push-subscription';

export const notificationsPath = '/api/admin/notifications';
export const devicesPath = `${notificationsPath}/devices`;

/** The endpoint of this browser's own subscription; null without one. Read again after every call. */
export function useEndpoint() {
  return useQuery({
    queryKey: ['this browser’s push subscription'],
    queryFn: () => (readPushSupport() === 'yes' ? readEndpoint() : null),
  });
}
