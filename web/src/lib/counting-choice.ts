import { readStored, removeStored, storageKeys, store } from '../config/storage';

/** Why this browser's visits and videos aren't counted: the visitor chose so here, or the browser asks so on every site. */
export type LeftOut = 'chosen' | 'asked-by-browser' | null;

export function readLeftOut(): LeftOut {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl === true || doNotTrack === '1') return 'asked-by-browser';
  return readStored(storageKeys.notCounted) === null ? null : 'chosen';
}

export function leaveOut(): void {
  store(storageKeys.notCounted, 'yes');
}

export function countAgain(): void {
  removeStored(storageKeys.notCounted);
}
