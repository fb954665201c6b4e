import { useSyncExternalStore } from 'react';

/* This tab's memory of watching, until it's closed or reloaded. Nothing of it is kept on the device. */
interface Viewing {
  /** The videos that were seen to their end. */
  seen: ReadonlySet<string>;
  /** On at first: a clip begins without its sound. */
  captions: boolean;
  transcript: boolean;
}

let viewing: Viewing = { seen: new Set(), captions: true, transcript: false };
const listeners = new Set<() => void>();

/** Up to date; as at first while prerendering. */
export function useViewing(): Viewing {
  return useSyncExternalStore(subscribe, read, read);
}

export function markSeen(videoId: string): void {
  if (!viewing.seen.has(videoId)) set({ seen: new Set([...viewing.seen, videoId]) });
}

export function showCaptions(captions: boolean): void {
  if (captions !== viewing.captions) set({ captions });
}

export function showTranscript(transcript: boolean): void {
  set({ transcript });
}

function set(change: Partial<Viewing>): void {
  viewing = { ...viewing, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => viewing;
