import { createContext, use } from 'react';

export interface AdminSession {
  /** `unknown` until a stored token was checked. */
  status: 'unknown' | 'out' | 'in';
  /** Logs in and answers null; or shows a toast, and answers what went wrong (login-failure.ts puts it in words). */
  login: (secretKey: string) => Promise<unknown>;
  logout: () => void;
}

export const AdminSessionContext = createContext<AdminSession | null>(null);

/** The owner's session; only below an AdminSessionProvider. */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('useAdminSession stands outside AdminSessionProvider');
  return session;
}
