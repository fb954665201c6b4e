import { isOwnHost, keptPage, keptReferrer, type Suspicion } from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { canonicalAddress, cutText } from '@voordeur/server';
import type { Bot } from '../bots/detect-bot.js';
import { anonymizeAddress, hashVisitor } from './anonymize.js';
import type { Intake } from './intake.js';
import type { DropReason } from './recorded-chunks.js';
import type { RejectedEvent } from './rejected-events.js';
import type { LookupData } from '../lookup/lookup.js';
import type { Place } from '../platform/geoip.js';
import { asForged, isForged } from '../bots/forged-crawlers.js';
import { judgeVisit } from '../bots/judge-visit.js';
import { describeClient, unknownClient, type VisitClient } from './describe-client.js';
import { describeView, type Description } from '../days/describe-view.js';

/** A page view with everything in its row. */
export interface EnrichedVisit extends VisitEvent {
  bot: Bot | null;
  place: Place;
  /** Set for people. */
  client: VisitClient;
  referrerHost: string | null;
  campaign: { source: string | null; medium: string | null; campaign: string | null };
  visitor: Buffer | null;
  ip: string | null;
  /** The id of the same page view as the other source recorded it, which gets no row of its own. */
  joinedId: string | null;
  /** Why this person may be a robot. */
  suspicion: Suspicion | null;
  /** Set for people. */
  described: Description | null;
}

interface EnrichContext extends Pick<Intake, 'ownHost' | 'ipPrivacy'>, LookupData {
  /** The salt of the day (in the site's zone) on which the visit took place. */
  saltAt: (timeMs: number) => Buffer;
}

/** Enriches each event. One that makes a step throw is rejected by itself. */
export function enrichVisits(events: VisitEvent[], context: EnrichContext) {
  const visits: EnrichedVisit[] = [];
  const drops: DropReason[] = [];
  const rejected: RejectedEvent[] = [];
  for (const event of events) {
    try {
      const visit = enrichVisit(event, context);
      if (visit) visits.push(visit);
      else drops.push('person-at-edge');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'could not be enriched';
      rejected.push({ id: event.id, event, reason });
    }
  }
  return { visits, drops, rejected };
}

/**
 * Null for people at the edge: their page reports them itself, so the edge's lines count only programs that run no
 * JavaScript. The steps change the visit in place: a copy in each of them was a tenth of the work.
 */
function enrichVisit(event: VisitEvent, context: EnrichContext): EnrichedVisit | null {
  const visit = startVisit(event);
  const { imported } = event;
  visit.bot = imported ? null : context.detectBot(visit);
  if (visit.source === 'edge' && !visit.bot) return null;
  if (visit.bot) {
    if (isForged(visit, context.findNetwork)) visit.bot = asForged(visit.bot);
    shortenBot(visit);
  } else if (!imported) {
    visit.client = describeClient(visit.userAgent);
    const network = context.findNetwork(visit.address);
    visit.suspicion = judgeVisit({ isDriven: event.webdriver === true, network });
  }
  visit.place = imported
    ? { country: imported.country ?? 'ZZ', city: imported.city ?? null }
    : context.places.locate(visit.address);
  addReferrer(visit, context.ownHost);
  addCampaign(visit);
  if (!visit.bot) visit.described = describeView(visit);
  // Bots have no visitor hash: nobody asks how many different bots there were.
  const client = imported ? { address: imported.visitor, userAgent: '' } : visit;
  if (!visit.bot) visit.visitor = hashVisitor(client, context.saltAt(Date.parse(visit.occurredAt)));
  // A bot's address identifies it and stays whole; a person's is stored as the owner chose.
  visit.ip = anonymizeAddress(visit.address, visit.bot ? 'full' : context.ipPrivacy);
  return visit;
}

/** Field by field: V8 takes a hundred times as long for a spread followed by more properties. */
function startVisit(event: VisitEvent): EnrichedVisit {
  const visit: EnrichedVisit = {
    id: event.id,
    occurredAt: event.occurredAt,
    source: event.source,
    // A job of an older version has it whole.
    page: keptPage(event.page),
    // Networks and places are looked up in it too, and a mapped address is in none.
    address: canonicalAddress(event.address) ?? event.address,
    userAgent: event.userAgent,
    bot: null,
    place: { country: 'ZZ', city: null },
    client: unknownClient,
    referrerHost: null,
    campaign: { source: null, medium: null, campaign: null },
    visitor: null,
    ip: null,
    joinedId: null,
    suspicion: null,
    described: null,
  };
  if (event.referrer !== undefined) visit.referrer = event.referrer;
  if (event.language !== undefined) visit.language = event.language;
  if (event.trace !== undefined) visit.trace = event.trace;
  return visit;
}

const maxBotPage = 512;
const maxBotUserAgent = 256;

/** A flood of bots must not fill the disk: only the bot's identity and its request are kept. */
function shortenBot(visit: EnrichedVisit): void {
  visit.page = cutText(visit.page, maxBotPage);
  visit.userAgent = cutText(visit.userAgent, maxBotUserAgent);
  delete visit.referrer;
}

/** The longest host name that DNS allows (RFC 1035). */
const maxHost = 253;

/** The host that sent the visitor; none for a direct visit, for our own pages, and for invalid URLs. */
function addReferrer(visit: EnrichedVisit, ownHost: string): void {
  if (visit.referrer === undefined) return;
  visit.referrer = keptReferrer(visit.referrer, ownHost);
  if (!URL.canParse(visit.referrer)) return;
  const { host } = new URL(visit.referrer);
  if (host !== '' && host.length <= maxHost && !isOwnHost(host, ownHost)) visit.referrerHost = host;
}

/** Long enough for any campaign's name, short enough for an index. */
const maxCampaignName = 150;

/** The utm_* parameters that the page was stored with. */
function addCampaign(visit: EnrichedVisit): void {
  const queryStart = visit.page.indexOf('?');
  if (queryStart === -1) return;
  const query = new URLSearchParams(visit.page.slice(queryStart));
  visit.campaign = {
    source: campaignName(query.get('utm_source')),
    medium: campaignName(query.get('utm_medium')),
    campaign: campaignName(query.get('utm_campaign')),
  };
}

/** Escapes can decode to control characters (%00), which Postgres refuses and nobody reads. */
function campaignName(value: string | null): string | null {
  const clean = (value ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return clean === '' ? null : Array.from(clean).slice(0, maxCampaignName).join('');
}
