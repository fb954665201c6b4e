import type { VideoViewEvent, VisitEvent } from '@voordeur/contracts/jobs';
import { idAt } from '../../../worker/dist/testing/intake.js';
import facts from './believable-facts.json' with { type: 'json' };

/** A choice, and how often it is made compared with the others. */
type Weighted<Value> = [value: Value, weight: number];

/** Of an address the last number is drawn; each network belongs to a provider. */
const { pages, addresses, agents, referrers, campaigns, videos, bots } = facts as unknown as {
  pages: Weighted<string>[];
  addresses: Weighted<string>[];
  agents: Weighted<string>[];
  referrers: Weighted<string>[];
  campaigns: Weighted<string>[];
  videos: Weighted<{ videoId: string; videoTitle: string; patienceSeconds: number }>[];
  bots: Weighted<{ userAgent: string; page?: string }>[];
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** How busy an hour is (local, roughly): a site that is read at work and after dinner. */
const byHour = [1, 1, 0, 0, 0, 1, 3, 6, 10, 14, 15, 13, 11, 13, 14, 13, 11, 8, 7, 10, 12, 10, 6, 3];
const byWeekday = [0.55, 1.1, 1.2, 1.15, 1.1, 0.9, 0.5];

/** Pseudorandom numbers between 0 and 1 (mulberry32): the same seed gives the same sample. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A day of a one-person site: about 100 page views by people, half as many by bots, a few video views. */
export function believableDay(
  dayStart: Date,
  until: Date,
  growth: number,
): { visits: VisitEvent[]; views: VideoViewEvent[] } {
  const next = numbers(Math.floor(dayStart.getTime() / dayMs));
  const pick = <Value>(choices: Weighted<Value>[]): Value => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) if ((left -= weight) < 0) return value;
    throw new Error('nothing to choose from');
  };
  const timeOfDay = () => {
    const hour = pick(byHour.map((weight, at): Weighted<number> => [at, weight]));
    return new Date(dayStart.getTime() + (hour + next()) * hourMs).toISOString();
  };
  const isPast = ({ occurredAt }: { occurredAt: string }) => Date.parse(occurredAt) <= until.getTime();
  const busy = 100 * growth * (byWeekday[dayStart.getUTCDay()] ?? 1) * (0.75 + next() / 2);

  const visits = Array.from({ length: Math.round(busy) }, (_, i): VisitEvent => {
    const occurredAt = timeOfDay();
    const page = pick(pages);
    const campaign = page.startsWith('/nl') && next() < 0.12 ? pick(campaigns) : '';
    const referrer = pick(referrers);
    return {
      id: idAt(occurredAt, `believable visit ${i}`),
      occurredAt,
      source: 'beacon',
      page: page + campaign,
      ...(referrer !== '' && { referrer }),
      address: pick(addresses).replace('*', String(1 + Math.floor(next() * 250))),
      userAgent: pick(agents),
    };
  });
  const ofBots = Array.from({ length: Math.round(busy * 0.45) }, (_, i): VisitEvent => {
    const occurredAt = timeOfDay();
    const { userAgent, page } = pick(bots);
    return {
      id: idAt(occurredAt, `believable bot ${i}`),
      occurredAt,
      source: 'edge',
      page: page ?? pick(pages),
      address: pick(addresses).replace('*', String(1 + Math.floor(next() * 250))),
      userAgent,
    };
  });
  const views = Array.from({ length: Math.round(busy * 0.16) }, (_, i): VideoViewEvent => {
    const occurredAt = timeOfDay();
    const { videoId, videoTitle, patienceSeconds } = pick(videos);
    return {
      id: idAt(occurredAt, `believable view ${i}`),
      occurredAt,
      viewId: idAt(occurredAt, `believable opening ${i}`),
      videoId,
      videoTitle,
      // People leave at any moment with the same likelihood: few stay for long.
      watchDuration: Math.min(900, 5 + Math.floor(-Math.log(1 - next()) * patienceSeconds)),
      address: pick(addresses).replace('*', String(1 + Math.floor(next() * 250))),
      userAgent: pick(agents),
    };
  });
  return { visits: [...visits, ...ofBots].filter(isPast), views: views.filter(isPast) };
}
