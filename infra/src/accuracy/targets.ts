import type { Measured, Share } from './measure.js';

export interface Target {
  name: string;
  share: (measured: Measured) => Share;
  /** Percent. */
  atLeast?: number;
  atMost?: number;
}

/** What the product promises; a group without rows shows nothing and is no promise kept. */
export const targets: Target[] = [
  { name: 'bots told', share: (m) => m.recall, atLeast: 99.2 },
  { name: 'browsers taken for bots', share: (m) => m.flagged['browser*'], atMost: 1 },
  { name: "today's browsers taken for bots", share: (m) => m.flagged['user-agents-npm'], atMost: 0 },
  { name: 'IPv4 in its country', share: (m) => m.placed.ipv4, atLeast: 100 },
  { name: 'IPv6 in its country', share: (m) => m.placed.ipv6, atLeast: 90 },
];

export const percentOf = ({ count, of }: Share): number => (100 * count) / of;

/** False for a group without rows. */
export function isMet(target: Target, measured: Measured): boolean {
  const percent = percentOf(target.share(measured));
  return percent >= (target.atLeast ?? 0) && percent <= (target.atMost ?? 100);
}
