import type { LoginAnswer, LoginBody, SessionAnswer } from '@voordeur/contracts/http';
import { useEffect, useEffectEvent, useState, type ReactNode, createContext, use } from 'react';
import { Navigate, useHref, useLocation } from 'react-router-dom';
import { removeStored, storageKeys, store } from '../../config/storage';
import { timings } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import {
  adminFetch,
  authorizationOf,
  isUnauthorized,
  removeToken,
  storeToken,
  onUnauthorized,
  readToken,
} from '../../lib/admin-api';
import { eraseAdminDrafts } from '../../lib/admin-drafts';
import { isRefusedFor, postJson, throwUnlessOk, withTimeLimit } from '../../lib/http';
import { waitUntil } from '../../lib/page-state';
import { dismissFailure, showToast } from '../../lib/toast-store';
import { toastOfLoginFailure } from './login-failure';

interface State {
  status: AdminSession['status'];
  /** Instant of Date.now() at which the page ends the session; unknown if the api couldn't be asked. */
  endsAtMs?: number;
}

interface Props {
  /** Called with the site's time zone when a session is open. */
  onOpened: (timeZone: string) => void;
  /** Called when the session has ended, for whatever reason, to forget its data. */
  onClosed: () => void;
  children: ReactNode;
}

/** Holds the owner's session: checks the stored token on load, and ends it a minute before the api would. */
export function AdminSessionProvider({ onOpened, onClosed, children }: Props) {
  const text = useText();
  const language = useLanguage();
  const [{ status, endsAtMs }, setState] = useState<State>({ status: 'unknown' });

  function open({ expiresIn, timeZone }: SessionAnswer) {
    onOpened(timeZone);
    setState({ status: 'in', endsAtMs: Date.now() + expiresIn * 1_000 - timings.sessionEndsEarlyMs });
  }

  function leave() {
    setState({ status: 'out' });
    onClosed();
  }

  function close() {
    removeToken();
    leave();
  }

  const onChecked = useEffectEvent((session: SessionAnswer | null) => {
    if (session === null) close();
    else open(session);
  });
  const onCheckFailed = useEffectEvent((failure: unknown) => {
    // Not the session's fault, so it stays; the api will say so if it has ended.
    setState({ status: 'in' });
    showToast(toastOfLoginFailure(failure, text, language));
  });
  const expire = useEffectEvent(() => {
    close();
    showToast({
      variant: 'destructive',
      title: text('admin.session.expiredTitle'),
      text: text('admin.session.expiredText'),
    });
  });
  const follow = useEffectEvent(({ key, newValue }: StorageEvent) => {
    // A null key: everything was cleared.
    if ((key === storageKeys.adminToken || key === null) && newValue === null) leave();
    if (key === storageKeys.adminLogout && newValue !== null) eraseAdminDrafts();
  });

  useEffect(() => {
    const leaving = new AbortController();
    readSession(leaving.signal).then(
      (session) => {
        if (!leaving.signal.aborted) onChecked(session);
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) onCheckFailed(failure);
      },
    );
    // Storage events come from the other tabs only: logging out in one ends all.
    addEventListener('storage', (event) => follow(event), leaving);
    const stopListening = onUnauthorized(() => expire());
    return () => {
      leaving.abort();
      stopListening();
    };
  }, []);

  useEffect(() => (endsAtMs === undefined ? undefined : waitUntil(endsAtMs, () => expire())), [endsAtMs]);

  async function login(body: LoginBody): Promise<unknown> {
    try {
      const opened = (await (await postJson('/api/admin/login', body)).json()) as LoginAnswer;
      storeToken(opened.token);
      open(opened);
      dismissFailure();
      return null;
    } catch (failure) {
      close();
      // The form asks for the code.
      if (!isRefusedFor('code-needed', failure)) showToast(toastOfLoginFailure(failure, text, language));
      return failure;
    }
  }

  function logout() {
    // Gone from this browser either way; if the api isn't reached, the session just runs out.
    if (readToken() !== null)
      adminFetch('/api/admin/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
    close();
    eraseAdminDrafts();
    // The other tabs can't tell by the token alone whether the session was ended or ran out.
    store(storageKeys.adminLogout, 'yes');
    removeStored(storageKeys.adminLogout);
    showToast({ title: text('admin.session.loggedOutTitle'), text: text('admin.session.loggedOutText') });
  }

  return <AdminSessionContext value={{ status, login, logout }}>{children}</AdminSessionContext>;
}

/**
 * Reads the stored session from the api; null without one, or if the api refuses it. Throws when the api couldn't be
 * asked. Not by `adminFetch`: a session that ended while the page was closed isn't announced.
 */
async function readSession(signal: AbortSignal): Promise<SessionAnswer | null> {
  const token = readToken();
  if (token === null) return null;
  const response = await fetch('/api/admin/session', {
    headers: authorizationOf(token),
    credentials: 'include',
    signal: withTimeLimit(signal),
  });
  if (isUnauthorized(response)) return null;
  return (await (await throwUnlessOk(response)).json()) as SessionAnswer;
}

interface AdminSession {
  /** `unknown` until a stored token was checked. */
  status: 'unknown' | 'out' | 'in';
  /** Resolves to null; or shows a toast, and resolves to the failure (login-failure.ts describes it). */
  login: (body: LoginBody) => Promise<unknown>;
  logout: () => void;
}

const AdminSessionContext = createContext<AdminSession | null>(null);

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
