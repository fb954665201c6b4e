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

/**
 * The first page of the day by a visitor with this lead's address and user agent. It's certain if they arrived once that
 * day (directly or from another site). Two arrivals may be two people, or one person twice: then it's ambiguous and
 * nothing is recorded. Nothing is stored on the device that would tell us more. Call it in the transaction that stores
 * the lead, with the salt of its day and under `holdErasures`.
 */
export async function findFirstVisit(
  tx: EntityManager,
  lead: AcceptLead,
  { salt, timeZone }: { salt: Buffer; timeZone: string },
): Promise<FirstVisit> {
  if (lead.notCounted) return { visitMatch: 'not-counted', ...nothing };
  const receivedMs = Date.parse(lead.receivedAt);
  const visitor = hashVisitor(lead, salt);
  const dayStartMs = DateTime.fromMillis(receivedMs, { zone: timeZone }).startOf('day').toMillis();
  const entries = await tx.query<Omit<FirstVisit, 'visitMatch' | 'visitDigest'>[]>(
    `select nullif(split_part(page, '?', 1), '${otherValues}') as "firstPage", referrer,
      nullif(utm_source, '${otherValues}') as "utmSource", utm_medium as "utmMedium", utm_campaign as "utmCampaign"
    from visits where visitor = $1 and id >= $2 and id < $3
      and (referrer is null or referrer_host is not null) -- a visit from one of our own pages isn't an arrival
    order by id limit 2`,
    [visitor, firstIdAt(dayStartMs), firstIdAt(receivedMs + 1)],
  );
  const [first] = entries;
  if (!first) return { visitMatch: 'unknown', ...nothing };
  if (entries.length > 1) return { visitMatch: 'ambiguous', ...nothing };
  return { visitMatch: 'certain', visitDigest: digestOfVisit(visitor, salt), ...first };
}
