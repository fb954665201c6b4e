import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

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

/** A person's agent: bots' views are dropped, and their visits may be joined to an edge record. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export function nothingAccepted(): Accepted {
  return { visits: [], views: [], leads: [], unsubscribes: [] };
}

/** Posts visits, views, leads and unsubscribes at a steady rate until it is stopped. Each carries a mark of its own. */
export function startLoad(baseUrl: string, perSecond: number): Load {
  const refused = { visits: 0, views: 0, leads: 0, unsubscribes: 0 };
  const load: Load = { accepted: nothingAccepted(), refused, stop };
  const underWay = new Set<Promise<void>>();
  const stopped = new AbortController();
  let sent = 0;

  async function send(kind: Kind): Promise<void> {
    const { path, body, mark } = requestOf(kind);
    const id = await post(`${baseUrl}${path}`, body);
    if (id === null) refused[kind] += 1;
    else load.accepted[kind].push(mark ?? id);
  }

  const looping = (async () => {
    const startMs = performance.now();
    while (!stopped.signal.aborted) {
      const due = Math.floor(((performance.now() - startMs) / 1_000) * perSecond);
      for (; sent < due; sent += 1) {
        const request = send(mixture[sent % mixture.length] ?? 'visits');
        underWay.add(request);
        void request.finally(() => underWay.delete(request));
      }
      await wait(10);
    }
  })();

  async function stop(): Promise<void> {
    stopped.abort();
    await looping;
    await Promise.all(underWay);
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

/** Posts as a person's browser would; the id of a 202, null for any other answer and for none within 10 s. */
export async function post(url: string, body: object): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as { id?: string };
    return response.status === 202 && answer.id ? answer.id : null;
  } catch {
    return null;
  }
}
