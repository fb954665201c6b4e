/** One of a session's page views. */
export interface PageView {
  /** Milliseconds of any clock. */
  at: number;
  page: string;
}

interface SessionRule {
  name: 'pace' | 'endless';
  /** Page views sorted by time. */
  matches: (views: PageView[]) => boolean;
  reason: string;
  /** An example that only this rule suspects. */
  example: PageView[];
}

/** Page views of other pages than the one before: reloading a page takes no reading. */
const turns = (views: PageView[]) => views.filter(({ page }, index) => page !== views[index - 1]?.page);

const paceViews = 6;
const paceWithinMs = 10_000;
const endlessViews = 200;

const everySoOften = (count: number, everyMs: number): PageView[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * everyMs, page: `/page-${index}` }));

/** Signs of a robot that only show over a whole session. */
export const sessionRules: SessionRule[] = [
  {
    name: 'pace',
    matches: (views) => {
      const turned = turns(views);
      return turned.some(({ at }, index) => {
        const first = turned[index - paceViews + 1];
        return first !== undefined && at - first.at < paceWithinMs;
      });
    },
    reason:
      'Six pages in ten seconds: somebody who looks for a page opens two or three at that pace, then reads. Opening many links in tabs at once comes near, and reads them at leisure; so it takes six.',
    example: everySoOften(6, 1_500),
  },
  {
    name: 'endless',
    matches: (views) => views.length >= endlessViews,
    reason:
      'Two hundred page views without half an hour of rest: more than the site has pages, and than anyone has patience for. A monitor that reloads one page, or a crawl that is paced like a reader.',
    example: everySoOften(200, 25_000),
  },
];

/**
 * Why a session of these page views, in any order, may be a robot's; null for most. Pure, so that the same page views always
 * give the same answer.
 */
export function judgeSession(views: PageView[]): SessionRule['name'] | null {
  const byTime = views.toSorted((one, other) => one.at - other.at);
  return sessionRules.find(({ matches }) => matches(byTime))?.name ?? null;
}
