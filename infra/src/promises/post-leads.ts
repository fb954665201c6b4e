import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { post } from '../faults/load.js';

/** Three kinds of lead, each with an endpoint of its own. */
export const leadKinds = ['setups', 'question', 'newsletter'] as const;
export type PostedKind = (typeof leadKinds)[number];

export interface PostedLead {
  kind: PostedKind;
  id: string;
  /** When its 202 was here, in milliseconds of `performance.now()`. */
  acceptedAtMs: number;
}

/**
 * Posts so many leads, the kinds in turn, at a steady rate that does not wait for answers. Resolves when all are
 * answered; throws where one was not accepted, for then the rate is more than this machine can do.
 */
export async function postLeads(baseUrl: string, count: number, perSecond: number): Promise<PostedLead[]> {
  const requests: Promise<PostedLead>[] = [];
  const startMs = performance.now();
  while (requests.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startMs) / 1_000) * perSecond));
    while (requests.length < due) {
      const kind = leadKinds[requests.length % leadKinds.length] ?? 'setups';
      requests.push(postLead(baseUrl, kind));
    }
    await wait(5);
  }
  return Promise.all(requests);
}

async function postLead(baseUrl: string, kind: PostedKind): Promise<PostedLead> {
  const form = {
    email: `lead-${randomUUID()}@example.org`,
    language: 'NL',
    timestamp: new Date().toISOString(),
  };
  const id =
    kind === 'newsletter'
      ? await post(`${baseUrl}/api/newsletter-signup`, form)
      : await post(`${baseUrl}/api/setups-inquiry`, { ...form, kind, idea: 'Something that answers mail' });
  if (id === null) throw new Error('a lead was not accepted');
  return { kind, id, acceptedAtMs: performance.now() };
}
