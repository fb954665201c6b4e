import type { SecondFactorAnswer, SecurityEventsAnswer, SessionsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';

export const sessionsPath = '/api/admin/sessions';
export const secondFactorPath = '/api/admin/second-factor';

export function useSessions() {
  return useQuery<SessionsAnswer>({ queryKey: [sessionsPath], staleTime: 0 });
}

export function useSecondFactor() {
  return useQuery<SecondFactorAnswer>({ queryKey: [secondFactorPath], staleTime: 0 });
}

export function useSecurityEvents() {
  return useQuery<SecurityEventsAnswer>({ queryKey: ['/api/admin/security-events'], staleTime: 0 });
}
