import { readFileSync } from 'node:fs';
import { countLimit, type LeadCounts, type LeadOfPage, type LeadsPage } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { answerClock, promiseMs } from './answer-clock.js';
import { instantOf } from '../platform/date-time.js';
import type { LeadQueryDto } from './lead-query.dto.js';

const sql = readFileSync(new URL('./sql/leads.sql', import.meta.url), 'utf8');
const countsSql = readFileSync(new URL('./sql/lead-counts.sql', import.meta.url), 'utf8');
const pageSize = 50;

/** One page, newest first. */
export async function readLeadsPage(
  db: DataSource,
  query: LeadQueryDto,
  timeZone: string,
  cursor = query.cursor,
): Promise<LeadsPage> {
  const leads = await readLeads(db, query, timeZone, cursor, pageSize + 1);
  const page = leads.slice(0, pageSize);
  const last = page.at(-1);
  return { leads: page, ...(leads.length > pageSize && last && { cursor: last.id }) };
}

/** All leads that match, newest first, with one page in memory at a time. */
export async function* readAllLeads(
  db: DataSource,
  query: LeadQueryDto,
  timeZone: string,
): AsyncGenerator<LeadOfPage> {
  let page = await readLeadsPage(db, query, timeZone);
  yield* page.leads;
  while (page.cursor !== undefined) {
    page = await readLeadsPage(db, query, timeZone, page.cursor);
    yield* page.leads;
  }
}

/** How many leads each box of the inbox has. */
export async function readLeadCounts(db: DataSource): Promise<LeadCounts> {
  const lateBefore = new Date(Date.now() - promiseMs);
  const [counts]: LeadCounts[] = await db.query(countsSql, [countLimit, lateBefore]);
  if (!counts) throw new Error('counting leads gave no row');
  return counts;
}

/** One lead with its revision, which the next change has to name; null if there is no such lead. */
export async function readLead(
  db: DataSource,
  id: string,
): Promise<(LeadOfPage & { revision: number }) | null> {
  const rows: LeadRow[] = await db.query(sql, [...Array<null>(8).fill(null), 1, id]);
  return rows.map((row) => ({ ...leadOf(row, Date.now()), revision: row.revision }))[0] ?? null;
}

async function readLeads(
  db: DataSource,
  { kind, status, quarantine, language, from, to, q }: LeadQueryDto,
  timeZone: string,
  cursor: string | undefined,
  limit: number,
): Promise<LeadOfPage[]> {
  const rows: LeadRow[] = await db.query(sql, [
    kind,
    status,
    quarantine && quarantine === 'yes',
    language,
    from && instantOf(from, timeZone),
    to && instantOf(to, timeZone),
    q && likePattern(q),
    cursor,
    limit,
    null,
  ]);
  const nowMs = Date.now();
  return rows.map((row) => leadOf(row, nowMs));
}

function leadOf(row: LeadRow, nowMs: number): LeadOfPage {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    verdict: row.verdict,
    verdictReasons: row.verdict_reasons,
    email: row.email,
    phone: row.phone,
    idea: row.idea,
    language: row.language,
    videoId: row.video_id,
    watchTime: row.watched_seconds,
    timestamp: row.client_timestamp,
    receivedAt: row.received_at.toISOString(),
    visit: {
      match: row.visit_match,
      firstPage: row.first_page,
      referrer: row.referrer,
      utmSource: row.utm_source,
      utmMedium: row.utm_medium,
      utmCampaign: row.utm_campaign,
    },
    answeredAt: row.answered_at?.toISOString() ?? null,
    answer: answerClock({ ...row, receivedAt: row.received_at, answeredAt: row.answered_at }, nowMs),
    note: row.note,
    delivery: row.delivery,
  };
}

/** Matches the text anywhere; `%` and `_` stand for themselves. */
function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

interface LeadRow {
  id: string;
  kind: LeadOfPage['kind'];
  status: LeadOfPage['status'];
  verdict: LeadOfPage['verdict'];
  verdict_reasons: string[];
  email: string | null;
  phone: string | null;
  idea: string | null;
  language: 'ENG' | 'NL' | null;
  video_id: string | null;
  watched_seconds: number | null;
  client_timestamp: string;
  received_at: Date;
  visit_match: LeadOfPage['visit']['match'];
  first_page: string | null;
  referrer: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  answered_at: Date | null;
  note: string | null;
  revision: number;
  delivery: LeadOfPage['delivery'];
}
