import { createContext, use } from 'react';

export interface AdminSession {
  /** `unknown` until a stored token was checked. */
  status: 'unknown' | 'out' | 'in';
  /** Logs in, or shows why not. */
  login: (secretKey: string) => Promise<void>;
  logout: () => void;
  /** To be called when the api refuses the token (401 or 403): forgets it, and with it the session, and says so. */
  refuse: () => void;
}

export const AdminSessionContext = createContext<AdminSession | null>(null);

/** The owner's session; only below an AdminSessionProvider. */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('useAdminSession stands outside AdminSessionProvider');
  return session;
}
