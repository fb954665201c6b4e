import type {
  ApiKeysAnswer,
  SecondFactorAnswer,
  SecurityEventsAnswer,
  SessionsAnswer,
  SharedLinksAnswer,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';

export const sessionsPath = '/api/admin/sessions';
export const keysPath = '/api/admin/api-keys';
export const linksPath = '/api/admin/shared-links';
export const secondFactorPath = '/api/admin/second-factor';

export function useSessions() {
  return useQuery<SessionsAnswer>({ queryKey: [sessionsPath] });
}

export function useSecondFactor() {
  return useQuery<SecondFactorAnswer>({ queryKey: [secondFactorPath] });
}

export function useSecurityEvents() {
  return useQuery<SecurityEventsAnswer>({ queryKey: ['/api/admin/security-events'] });
}

export function useApiKeys() {
  return useQuery<ApiKeysAnswer>({ queryKey: [keysPath] });
}

export function useSharedLinks() {
  return useQuery<SharedLinksAnswer>({ queryKey: [linksPath] });
}
