import type { LeadCount, RateChange } from '@voordeur/contracts/http';

/*
 * Whether a rate differs from before, safe to look after every session and stop whenever one likes: over all looks
 * together it's wrong about a change without effect at most once in twenty. The evidence against a rate is the
 * likelihood of the counts averaged over rates around it, divided by its likelihood under the rate itself. Under the
 * true rate that is a martingale which begins at 1, session by session; so is the product of that before and that
 * after, which therefore ever exceeds 20 with a probability of at most 1/20 (Ville). A pair of rates is excluded once
 * the evidence against it exceeds 20, and a difference once every pair with it is. Nothing in it is an approximation,
 * so it holds for few sessions and for rates near 0, and also where the sessions before ended because of what they
 * showed. H. Robbins, Annals of Mathematical Statistics 41 (1970): mixture martingales. S. R. Howard, A. Ramdas, J.
 * McAuliffe and J. Sekhon, Annals of Statistics 49 (2021): confidence sequences. R. Turner, A. Ly and P. Grünwald,
 * arXiv 2106.02693 (2021): evidence of two groups as a product.
 */

/** log(1 / 0.05) */
const enough = Math.log(20);

/**
 * The rates around a rate follow a Beta distribution worth this many sessions: around 0.03, mostly 0.01 to 0.06. It
 * decides how soon a change of a given size is found, not how often the verdict is wrong.
 */
const spread = 150;

/** `verdict` says that it differs exactly where 0 is outside of the interval, which holds the true difference in 95 of 100 cases, at all times together. */
export function compareRates(before: LeadCount, after: LeadCount): RateChange {
  const found = rateOf(after) - rateOf(before);
  const isPossible = (difference: number) => evidenceAgainst(before, after, difference) < enough;
  const differs = hasChanged(before, after);
  return {
    verdict: !differs ? 'too-little-data' : found > 0 ? 'likely-better' : 'likely-worse',
    low: lastPossible(found, -1, isPossible),
    high: lastPossible(found, 1, isPossible),
  };
}

/** Whether the evidence against equal rates suffices, as it is now. */
export function hasChanged(before: LeadCount, after: LeadCount): boolean {
  const together = {
    sessions: before.sessions + after.sessions,
    leads: before.leads + after.leads,
  };
  // Mostly this one rate shows that it doesn't.
  const rate = rateOf(together);
  if (evidence(before, rate) + evidence(after, rate) < enough) return false;
  return evidenceAgainst(before, after, 0) >= enough;
}

/** The log of the evidence against the pair of rates with this difference that there's least against. */
function evidenceAgainst(before: LeadCount, after: LeadCount, difference: number): number {
  const [from, to] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
  return lowest((rate) => evidence(before, rate) + evidence(after, rate + difference), from, to);
}

/** The log of the evidence against a rate. */
function evidence({ sessions, leads }: LeadCount, of: number): number {
  const rate = Math.min(1 - 1e-9, Math.max(1e-9, of));
  const [a, b] = [spread * rate, spread * (1 - rate)];
  const others = sessions - leads;
  const averaged = logBeta(a + leads, b + others) - logBeta(a, b);
  return averaged - leads * Math.log(rate) - others * Math.log(1 - rate);
}

function rateOf({ sessions, leads }: LeadCount): number {
  return sessions === 0 ? 0 : leads / sessions;
}

/** The minimum of a function that falls and then rises, by golden sections. */
function lowest(of: (at: number) => number, low: number, high: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [from, to] = [low, high];
  while (to - from > 1e-7) {
    const [left, right] = [to - golden * (to - from), from + golden * (to - from)];
    if (of(left) > of(right)) from = left;
    else to = right;
  }
  return Math.min(of(low), of(high), of((from + to) / 2));
}

/** Searches from `inside` to `outside`: the possible values are an interval. */
function lastPossible(inside: number, outside: number, isPossible: (value: number) => boolean): number {
  if (isPossible(outside)) return outside;
  let [possible, impossible] = [inside, outside];
  while (Math.abs(possible - impossible) > 1e-7) {
    const middle = (possible + impossible) / 2;
    if (isPossible(middle)) possible = middle;
    else impossible = middle;
  }
  return possible;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** By Stirling's series, from 10 on; ten digits. */
function logGamma(value: number): number {
  let [z, below] = [value, 0];
  for (; z < 10; z += 1) below += Math.log(z);
  const inverse = 1 / (z * z);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / z;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - below;
}
