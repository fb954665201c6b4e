import type { LoginBody } from '@voordeur/contracts/http';
import { createContext, use, type ReactNode } from 'react';
import { Navigate, useHref, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text';

export interface AdminSession {
  /** `unknown` until a stored token was checked. */
  status: 'unknown' | 'out' | 'in';
  /** Resolves to null; or shows a toast, and resolves to the failure (login-failure.ts describes it). */
  login: (body: LoginBody) => Promise<unknown>;
  logout: () => void;
}

export const AdminSessionContext = createContext<AdminSession | null>(null);

/** The owner's session; only below an AdminSessionProvider. */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('useAdminSession must be used below an AdminSessionProvider');
  return session;
}

/** The screen that was asked for without a session, with its query and hash: the login goes on to it. */
export interface AskedScreen {
  asked: string;
}

/** Shows its children to the owner; without a session it goes to the login. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const text = useText();
  const { status } = useAdminSession();
  const asked: AskedScreen = { asked: useHref(useLocation()) };
  if (status === 'unknown') return <p className="sr-only">{text('admin.loading')}</p>;
  if (status === 'out') return <Navigate to="/admin" replace state={asked} />;
  return children;
}
