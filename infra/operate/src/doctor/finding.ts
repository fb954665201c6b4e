/** `advice`: recommended; nothing is broken. */
type Level = 'ok' | 'advice' | 'broken';

export interface Finding {
  level: Level;
  /** A sentence or two. Never a secret. */
  what: string;
  /** The remedy, as a sentence. */
  next?: string;
}

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const advice = (what: string, next: string): Finding => ({ level: 'advice', what, next });
export const broken = (what: string, next: string): Finding => ({ level: 'broken', what, next });
/** Nothing to say, for this reason. */
export const skipped = (reason: string): Finding => ok(`not checked: ${reason}`);
