import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** What was answered 202, by the word under which it can be found: an event's id or a view's. */
export interface Accepted {
  visits: string[];
  views: string[];
  leads: string[];
}

export interface Load {
  accepted: Accepted;
  /** Answers other than 202, and requests without one: the visitor was told, so nothing is promised. */
  refused: number;
  stop: () => Promise<void>;
}

const kinds = ['visits', 'visits', 'visits', 'views', 'leads'] as const;

/** A person's agent: bots' views are dropped, and their visits may be joined to an edge record. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Posts visits, views and leads at a steady rate until it is stopped. Each carries a mark of its own. */
export function startLoad(baseUrl: string, perSecond: number): Load {
  const load: Load = { accepted: { visits: [], views: [], leads: [] }, refused: 0, stop };
  const underWay = new Set<Promise<void>>();
  const stopped = new AbortController();
  let sent = 0;

  async function send(kind: keyof Accepted, mark: string): Promise<void> {
    const viewId = randomUUID();
    const { path, body } = requestOf(kind, mark, viewId);
    const id = await post(`${baseUrl}${path}`, body);
    if (id === null) load.refused += 1;
    else load.accepted[kind].push(kind === 'views' ? viewId : id);
  }

  const looping = (async () => {
    const startMs = performance.now();
    while (!stopped.signal.aborted) {
      const due = Math.floor(((performance.now() - startMs) / 1_000) * perSecond);
      for (; sent < due; sent += 1) {
        const request = send(kinds[sent % kinds.length] ?? 'visits', randomUUID());
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

function requestOf(kind: keyof Accepted, mark: string, viewId: string) {
  const timestamp = new Date().toISOString();
  switch (kind) {
    case 'visits':
      return { path: '/api/visit', body: { page: `/drill/${mark}` } };
    case 'views':
      return {
        path: '/api/video-view',
        body: { videoId: 'nl-intro-main', videoTitle: 'NL Intro Video', watchDuration: 7, viewId },
      };
    case 'leads':
      return {
        path: '/api/setups-inquiry',
        body: { email: `drill-${mark}@example.org`, idea: mark, language: 'NL', timestamp, kind: 'question' },
      };
  }
}

async function post(url: string, body: object): Promise<string | null> {
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
