import { introVideoIds, otherValues, sitePaths } from '@voordeur/contracts/http';
import { knownCampaigns, knownReferrers } from './source-class.js';

/** Strangers choose these texts, so a day keeps this many of each dimension, the most viewed; the rest are `(other)`. */
export const mostADay = 2_000;

/** A kind of value that the page views of a day are counted by. */
export interface Dimension {
  name: 'page' | 'country' | 'referrer' | 'campaign';
  /** The column of `visits` that has it; a page view without it isn't counted. */
  column: 'path' | 'country' | 'referrer_host' | 'campaign';
  /** Kept however many others a day has; of pages, `readOwnPages` adds those of cases. */
  known: string[];
  /** The value that all beyond `mostADay` count for. */
  other: string;
}

export const dimensions: Dimension[] = [
  { name: 'page', column: 'path', known: sitePaths, other: otherValues },
  { name: 'country', column: 'country', known: [], other: otherValues },
  { name: 'referrer', column: 'referrer_host', known: knownReferrers, other: otherValues },
  { name: 'campaign', column: 'campaign', known: knownCampaigns, other: `${otherValues}\n\n` },
];

/** The site's own videos, which are kept likewise. */
export const knownVideos = (videoIds: string[]) => [...introVideoIds, ...videoIds];

/** A text as a day's figures have it. */
export type KeptText = (value: string) => string;

/** Keeps the known ones of these values and the first `mostADay` others. */
export function keepMost(values: string[], known: string[], other: string = otherValues): KeptText {
  const isKnown = new Set(known);
  const others = values.filter((value) => !isKnown.has(value)).slice(0, mostADay);
  const kept = new Set([...known, ...others]);
  return (value) => (kept.has(value) ? value : other);
}
