import { otherValues } from '@voordeur/contracts/http';
import type { Lead } from '@voordeur/contracts/db';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import { firstIdAt } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import { digestOfVisit, hashVisitor } from '../intake/anonymize.js';

/** The visit that a lead came from, as far as we can know. */
export type FirstVisit = Pick<
  Lead,
  'visitMatch' | 'visitDigest' | 'firstPage' | 'referrer' | 'utmSource' | 'utmMedium' | 'utmCampaign'
>;

const nothing = {
  visitDigest: null,
  firstPage: null,
  referrer: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
};

/** A lead that is to be stored, with the salt of its day. */
export interface SaltedLead {
  lead: AcceptLead;
  salt: Buffer;
}

/**
 * For each lead, the first page of the day by a visitor with its address and user agent. It's certain if they arrived
 * once that day (directly or from another site). Two arrivals may be two people, or one person twice: then it's ambiguous
 * and nothing is recorded. Nothing is stored on the device that would tell us more. Call it in the transaction that stores
 * the leads, under `holdErasures`.
 */
export async function findFirstVisits(
  tx: EntityManager,
  leads: SaltedLead[],
  timeZone: string,
): Promise<FirstVisit[]> {
  const visitors = leads.map(({ lead, salt }) => (lead.notCounted ? null : hashVisitor(lead, salt)));
  const receivedMs = leads.map(({ lead }) => Date.parse(lead.receivedAt));
  const startOfDay = (ms: number) => DateTime.fromMillis(ms, { zone: timeZone }).startOf('day').toMillis();
  const entries = await tx.query<(Omit<FirstVisit, 'visitMatch' | 'visitDigest'> & { number: number })[]>(
    `select number::int - 1 as number, nullif(split_part(page, '?', 1), '${otherValues}') as "firstPage", referrer,
      nullif(utm_source, '${otherValues}') as "utmSource", utm_medium as "utmMedium", utm_campaign as "utmCampaign"
    from unnest($1::bytea[], $2::uuid[], $3::uuid[]) with ordinality as lead (visitor, from_id, to_id, number)
    cross join lateral (
      select id, page, referrer, utm_source, utm_medium, utm_campaign from visits
      where visits.visitor = lead.visitor and id >= from_id and id < to_id
        and (referrer is null or referrer_host is not null) -- a visit from one of our own pages isn't an arrival
      order by id limit 2) as entry
    order by number, entry.id`,
    [visitors, receivedMs.map((ms) => firstIdAt(startOfDay(ms))), receivedMs.map((ms) => firstIdAt(ms + 1))],
  );
  return leads.map(({ salt }, index) => {
    const visitor = visitors[index];
    if (!visitor) return { visitMatch: 'not-counted', ...nothing };
    const [first, ...others] = entries.filter(({ number }) => number === index);
    if (!first) return { visitMatch: 'unknown', ...nothing };
    if (others.length > 0) return { visitMatch: 'ambiguous', ...nothing };
    const { number: _, ...entry } = first;
    return { visitMatch: 'certain', visitDigest: digestOfVisit(visitor, salt), ...entry };
  });
}
