import { randomUUID } from 'node:crypto';
import { post, sendSteadily } from '../measuring/load.js';

export type Kind = 'visits' | 'views' | 'leads' | 'unsubscribes';

/** What was answered 202, by the word under which it is found: an event's id, a view's, an address. */
export type Accepted = Record<Kind, string[]>;

export interface Load {
  accepted: Accepted;
  /** Answers other than 202, and requests without one: the sender knows, so nothing is promised. */
  refused: Record<Kind, number>;
  stop: () => Promise<void>;
}

/** Of ten requests. */
const mixture: Kind[] = [
  ...(['visits', 'visits', 'visits', 'visits', 'views', 'views'] as const),
  ...(['leads', 'leads', 'leads', 'unsubscribes'] as const),
];

export function nothingAccepted(): Accepted {
  return { visits: [], views: [], leads: [], unsubscribes: [] };
}

/** Posts visits, views, leads and unsubscribes at a steady rate until it is stopped. Each carries a mark of its own. */
export function startLoad(baseUrl: string, perSecond: number): Load {
  const refused = { visits: 0, views: 0, leads: 0, unsubscribes: 0 };
  const load: Load = { accepted: nothingAccepted(), refused, stop };
  let isStopped = false;

  async function send(kind: Kind): Promise<void> {
    const { path, body, mark } = requestOf(kind);
    const id = await post(`${baseUrl}${path}`, body);
    if (id === null) refused[kind] += 1;
    else load.accepted[kind].push(mark ?? id);
  }

  const sending = sendSteadily(
    perSecond,
    () => isStopped,
    (index) => send(mixture[index % mixture.length] ?? 'visits'),
  );
  async function stop(): Promise<void> {
    isStopped = true;
    await sending;
  }
  return load;
}

/** Posts one visit; its id, or null when it was not accepted. */
export function postVisit(baseUrl: string, page: string): Promise<string | null> {
  return post(`${baseUrl}/api/visit`, { page });
}

function requestOf(kind: Kind): { path: string; body: object; mark?: string } {
  const mark = randomUUID();
  const email = `drill-${mark}@example.org`;
  switch (kind) {
    case 'visits':
      return { path: '/api/visit', body: { page: `/drill/${mark}` } };
    case 'views':
      return {
        path: '/api/video-view',
        body: { videoId: 'nl-intro-main', videoTitle: 'NL Intro Video', watchDuration: 7, viewId: mark },
        mark,
      };
    case 'leads':
      return {
        path: '/api/setups-inquiry',
        body: { email, idea: mark, language: 'NL', timestamp: new Date().toISOString(), kind: 'question' },
      };
    case 'unsubscribes':
      return { path: '/api/unsubscribe', body: { email }, mark: email };
  }
}
