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
