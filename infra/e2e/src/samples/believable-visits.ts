import type { VideoViewEvent, VisitEvent } from '@voordeur/contracts/jobs';
import { idAt } from '@voordeur/worker/tools';
import facts from './believable-facts.json' with { type: 'json' };

/** A choice, and how often it is made compared with the others. */
type Weighted<Value> = [value: Value, weight: number];

/** The last number of an address is drawn; each network belongs to a provider. */
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
const furtherPages: Weighted<number>[] = [
  [0, 5],
  [1, 2],
  [2, 1.5],
  [4, 1],
  [7, 0.3],
];
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
  const busy = 100 * growth * (byWeekday[dayStart.getUTCDay()] ?? 1) * (0.75 + next() / 2);

  /** A share of the day's events, of one kind, at random times and by random visitors. */
  const draw = <Event extends object>(
    share: number,
    kind: string,
    rest: (id: (what: string) => string) => Event,
  ) =>
    Array.from({ length: Math.round(busy * share) }, (_, i) => {
      const occurredAt = timeOfDay();
      const id = (what: string) => idAt(occurredAt, `believable ${what} ${i}`);
      const own = rest(id);
      const { userAgent }: { userAgent?: string } = own;
      const address = pick(addresses).replace('*', String(1 + Math.floor(next() * 250)));
      return { ...own, id: id(kind), occurredAt, address, userAgent: userAgent ?? pick(agents) };
    });

  const firsts = draw(0.45, 'visit', () => {
    const page = pick(pages);
    const campaign = page.startsWith('/nl') && next() < 0.12 ? pick(campaigns) : '';
    const referrer = pick(referrers);
    const source = 'beacon' as const;
    return { source, page: page + campaign, ...(referrer !== '' && { referrer }) };
  });
  // Half leave after one page; the others open a few more, a minute or two apart.
  const nexts = firsts.flatMap(({ referrer: _, ...first }, i) => {
    let at = Date.parse(first.occurredAt);
    return Array.from({ length: pick(furtherPages) }, (__, n) => {
      at += Math.round((20 + next() * 140) * 1_000);
      const occurredAt = new Date(at).toISOString();
      return { ...first, id: idAt(occurredAt, `believable visit ${i} ${n}`), occurredAt, page: pick(pages) };
    });
  });
  const visits = [...firsts, ...nexts];
  const ofBots = draw(0.45, 'bot', () => {
    const { userAgent, page } = pick(bots);
    return { source: 'edge' as const, page: page ?? pick(pages), userAgent };
  });
  // A video is watched by one who has opened a page.
  const views = draw(0.16, 'view', (id) => {
    const { videoId, videoTitle, patienceSeconds } = pick(videos);
    return {
      viewId: id('opening'),
      videoId,
      videoTitle,
      // People leave at any moment with the same likelihood: few stay for long.
      watchDuration: Math.min(900, 5 + Math.floor(-Math.log(1 - next()) * patienceSeconds)),
    };
  });
  const watching = views.map((view) => {
    const visit = visits[Math.floor(next() * visits.length)];
    if (!visit) return view;
    const { address, userAgent, occurredAt } = visit;
    return { ...view, id: idAt(occurredAt, `believable view ${view.id}`), address, userAgent, occurredAt };
  });
  const isOver = ({ occurredAt }: { occurredAt: string }) => Date.parse(occurredAt) <= until.getTime();
  return { visits: [...visits, ...ofBots].filter(isOver), views: watching.filter(isOver) };
}
