import { randomUUID } from 'node:crypto';
import { post } from '@voordeur/e2e/helpers/post.js';
import { sendDuring } from '../measuring/load.js';

export type Kind = 'visits' | 'views' | 'goals' | 'leads' | 'unsubscribes' | 'replies';

/** Everything answered 202, by the word under which it is found: an event's id, a view's, an address. */
export type Accepted = Record<Kind, string[]>;

/** The owner, who answers these leads. */
export interface Owner {
  token: string;
  leadIds: string[];
}

/** Kinds of events that are posted; replies need an owner. */
export interface Load {
  kinds?: Kind[];
  owner?: Owner;
}

/** The share of each kind in ten requests, without an owner. */
export const mixture: Kind[] = [
  ...(['visits', 'visits', 'visits', 'visits', 'views', 'goals'] as const),
  ...(['leads', 'leads', 'leads', 'unsubscribes'] as const),
];

export function nothingAccepted(): Accepted {
  return { visits: [], views: [], goals: [], leads: [], unsubscribes: [], replies: [] };
}

/**
 * Each from a visitor of its own. On a connection that is kept, a request may meet nginx closing it, which a browser
 * notices and sends it again.
 */
export const ownConnection = { connection: 'close' };

/** Posts all kinds at a steady rate for as long as `work` takes; `result` is what `work` resolves to. Each has its own mark. */
export async function underLoad<Result>(
  baseUrl: string,
  perSecond: number,
  work: () => Promise<Result>,
  { kinds = mixture, owner }: Load = {},
) {
  const accepted = nothingAccepted();
  /** Answers other than 202, and requests without one: the sender knows, so nothing is promised. */
  const refused: Record<Kind, number> = {
    visits: 0,
    views: 0,
    goals: 0,
    leads: 0,
    unsubscribes: 0,
    replies: 0,
  };
  const result = await sendDuring(work, perSecond, async (index) => {
    const kind = kinds[index % kinds.length] ?? 'visits';
    const { path, body, mark } = requestOf(kind, owner?.leadIds[index % owner.leadIds.length]);
    const authorization = kind === 'replies' && { authorization: `Bearer ${owner?.token ?? ''}` };
    const id = await post(`${baseUrl}${path}`, body, { ...ownConnection, ...authorization });
    if (id === null) refused[kind] += 1;
    else accepted[kind].push(mark ?? id);
  });
  return { accepted, refused, result };
}

/** `mark` where the event is found by something else than the id of its answer. */
function requestOf(kind: Kind, leadId = ''): { path: string; body: object; mark?: string } {
  const mark = randomUUID();
  const email = `drill-${mark}@example.org`;
  const timestamp = new Date().toISOString();
  const view = { videoId: 'nl-intro-main', videoTitle: 'NL Intro Video', watchDuration: 7, viewId: mark };
  return {
    visits: { path: '/api/visit', body: { page: `/drill/${mark}` } },
    views: { path: '/api/video-view', body: view, mark },
    goals: { path: '/api/goal', body: { goal: 'form-opened' } },
    leads: {
      path: '/api/setups-inquiry',
      body: { email, idea: mark, language: 'NL', timestamp, kind: 'question' },
    },
    unsubscribes: { path: '/api/unsubscribe', body: { email }, mark: email },
    replies: {
      path: `/api/admin/leads/${leadId}/reply`,
      body: { subject: 'Drill', text: `reply-${mark}` },
      mark: `reply-${mark}`,
    },
  }[kind];
}
