import type { GoalBody, ReportedGoal } from '@voordeur/contracts/http';
import { readStored, removeStored, storageKeys, store } from '../config/storage';

/** Why this browser's visits and videos aren't counted: the visitor chose so here, or the browser asks so on every site. */
export type LeftOut = 'chosen' | 'asked-by-browser' | null;

export function readLeftOut(): LeftOut {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl === true || doNotTrack === '1') return 'asked-by-browser';
  return readStored(storageKeys.notCounted) === null ? null : 'chosen';
}

/** Whether events in this browser are counted: it isn't the owner's, and its visitor hasn't objected. */
export function isCounted(): boolean {
  return readStored(storageKeys.adminToken) === null && readLeftOut() === null;
}

/** Calls back as soon as a person sees the page: at once, or when one that the browser rendered ahead is opened. */
export function whenSeen(callback: () => void): void {
  if (!(document as { prerendering?: boolean }).prerendering) callback();
  else document.addEventListener('prerenderingchange', callback, { once: true });
}

export function leaveOut(): void {
  store(storageKeys.notCounted, 'yes');
}

export function countAgain(): void {
  removeStored(storageKeys.notCounted);
}

/** On which page each was reported last. */
const reportedOn = new Map<ReportedGoal, string>();

/**
 * Reports that the visitor opened something, as page views are counted: not where those aren't. Once for each page in a row,
 * since a session counts a goal once and a new one begins with another page. A failure is silent.
 */
export function reportGoal(goal: ReportedGoal): void {
  whenSeen(() => {
    const { pathname } = location;
    if (!isCounted() || reportedOn.get(goal) === pathname) return;
    reportedOn.set(goal, pathname);
    void postBeacon('/api/goal', { goal } satisfies GoalBody).catch(() => undefined);
  });
}

/**
 * Posts a body as JSON with a request that outlives the page, even one that's left at once. Not in http.ts, because every
 * first load needs this for its visit and nothing else of that.
 */
export function postBeacon(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
