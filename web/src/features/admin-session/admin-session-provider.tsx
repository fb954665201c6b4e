import type { SessionAnswer } from '@voordeur/contracts/http';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { storageKeys } from '../../config/storage';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { removeToken, storeToken, onUnauthorized, readToken } from '../../lib/admin-api';
import { showToast } from '../../lib/toast-store';
import { toastOfLoginFailure } from './login-failure';
import { endSession, openSession, readSession } from './session-calls';
import { AdminSessionContext, type AdminSession } from './session-context';

interface State {
  status: AdminSession['status'];
  /** Instant of Date.now() at which the page ends the session; unknown when the api could not be asked. */
  endsAtMs?: number;
}

interface Props {
  /** Called with the site's time zone when a session is open. */
  onOpened: (timeZone: string) => void;
  /** Called when the session has ended, for whatever reason: what it showed should be forgotten. */
  onClosed: () => void;
  children: ReactNode;
}

/** Holds the owner's session: checks the stored token on load, and ends it a minute before the api would. */
export function AdminSessionProvider({ onOpened, onClosed, children }: Props) {
  const text = useText();
  const [{ status, endsAtMs }, setState] = useState<State>({ status: 'unknown' });

  const open = useCallback(
    ({ expiresIn, timeZone }: SessionAnswer) => {
      onOpened(timeZone);
      setState({ status: 'in', endsAtMs: Date.now() + expiresIn * 1_000 - timings.sessionEndsEarlyMs });
    },
    [onOpened],
  );

  const leave = useCallback(() => {
    setState({ status: 'out' });
    onClosed();
  }, [onClosed]);

  const close = useCallback(() => {
    removeToken();
    leave();
  }, [leave]);

  useEffect(() => {
    const leaving = new AbortController();
    readSession(readToken(), leaving.signal).then(
      (session) => {
        if (leaving.signal.aborted) return;
        if (session === null) close();
        else open(session);
      },
      (failure: unknown) => {
        if (leaving.signal.aborted) return;
        // Not the session's fault, so it stays; the api will say so if it has ended.
        setState({ status: 'in' });
        showToast(toastOfLoginFailure(failure, text));
      },
    );
    return () => leaving.abort();
    // Once per load: a change of language is no reason to check again.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);

  const expire = useCallback(() => {
    close();
    showToast({
      variant: 'destructive',
      title: text('admin.session.expiredTitle'),
      text: text('admin.session.expiredText'),
    });
  }, [close, text]);

  useEffect(() => onUnauthorized(expire), [expire]);

  useEffect(() => (endsAtMs === undefined ? undefined : waitUntil(endsAtMs, expire)), [endsAtMs, expire]);

  useEffect(() => {
    // Fires in the other tabs only: logging out in one ends all.
    const follow = ({ key, newValue }: StorageEvent) => {
      // A null key: everything was cleared.
      if ((key === storageKeys.adminToken || key === null) && newValue === null) leave();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [leave]);

  const session = useMemo<AdminSession>(
    () => ({
      status,
      login: async (secretKey) => {
        try {
          const opened = await openSession(secretKey);
          storeToken(opened.token);
          open(opened);
          return null;
        } catch (failure) {
          close();
          showToast(toastOfLoginFailure(failure, text));
          return failure;
        }
      },
      logout: () => {
        // Gone from this browser either way; if the api isn't reached, the session just runs out.
        if (readToken() !== null) endSession().catch(() => undefined);
        close();
        showToast({
          title: text('admin.session.loggedOutTitle'),
          text: text('admin.session.loggedOutText'),
        });
      },
    }),
    [status, open, close, text],
  );

  return <AdminSessionContext value={session}>{children}</AdminSessionContext>;
}

/** The longest delay a browser's timer takes; a longer one fires at once. */
const longestMs = 2 ** 31 - 1;

/** Calls back at an instant of Date.now(), however far away. Returns how to cancel it. */
export function waitUntil(instantMs: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = instantMs - Date.now();
    timer = left > longestMs ? setTimeout(wait, longestMs) : setTimeout(callback, left);
  };
  wait();
  return () => clearTimeout(timer);
}
