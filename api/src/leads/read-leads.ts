import { expiredLeads, leadColumns } from '@voordeur/contracts/db';
import { countLimit, type LeadCounts, type LeadOfPage, type LeadsPage } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { answerClock } from './answer-clock.js';
import { type DaysOff, lateBefore, readLeadRetention } from '@voordeur/server';
import { instantOf } from '../platform/date-time.js';
import { pageOf, pageSize } from '../platform/paging.js';
import { likePattern, readStatements } from '../platform/sql.js';
import { bounceOf, type BounceRow } from '../newsletter/bounce.js';
import type { LeadQueryDto } from './lead-query.dto.js';

const statements = readStatements(new URL('./sql/leads.sql', import.meta.url));
const sql = (statements.get('leads') ?? '').replace('/* leadColumns, */', `${leadColumns('leads')},`);
const oldestFirst = sql.replace('id < $8', 'id > $8').replace('order by id desc', 'order by id');

/** `answer` depends on the time at which the lead is read. */
type LeadRow = Omit<LeadOfPage, 'receivedAt' | 'answeredAt' | 'answer' | 'bounce'> &
  BounceRow & {
    receivedAt: Date;
    answeredAt: Date | null;
    revision: number;
  };

/** One page. */
export async function readLeadsPage(
  db: DataSource,
  query: LeadQueryDto,
  off: DaysOff,
  cursor = query.cursor,
): Promise<LeadsPage> {
  const { kind, status, quarantine, asks, language, from, to, q, first } = query;
  const rows: LeadRow[] = await db.query(first === 'oldest' ? oldestFirst : sql, [
    kind,
    status,
    quarantine && quarantine === 'yes',
    language,
    from && instantOf(from, off.timeZone),
    to && instantOf(to, off.timeZone),
    q && likePattern(q),
    cursor,
    pageSize + 1,
    null,
    asks && asks === 'yes',
  ]);
  const nowMs = Date.now();
  const { page, cursor: next } = pageOf(rows);
  return { leads: page.map((row) => leadOf(row, nowMs, off)), ...(next !== null && { cursor: next }) };
}

/** All leads that match, with one page in memory at a time. */
export async function* readAllLeads(
  db: DataSource,
  query: LeadQueryDto,
  off: DaysOff,
): AsyncGenerator<LeadOfPage> {
  let page = await readLeadsPage(db, query, off);
  yield* page.leads;
  while (page.cursor !== undefined) {
    page = await readLeadsPage(db, query, off, page.cursor);
    yield* page.leads;
  }
}

/** The leads with these ids, newest first. */
export async function* readTheseLeads(
  db: DataSource,
  ids: string[],
  off: DaysOff,
): AsyncGenerator<LeadOfPage> {
  const nowMs = Date.now();
  const rows: LeadRow[] = await db.query(sql, [...Array<null>(8).fill(null), ids.length, ids, null]);
  for (const row of rows) yield leadOf(row, nowMs, off);
}

/** How many leads each box of the inbox has. */
export async function readLeadCounts(db: DataSource, off: DaysOff): Promise<LeadCounts> {
  const isLate = new Date(lateBefore(Date.now(), off));
  const [counts]: Omit<LeadCounts, 'retention'>[] = await db.query(statements.get('counts') ?? '', [
    countLimit,
    isLate,
  ]);
  if (!counts) throw new Error('counting leads gave no row');
  return { ...counts, retention: await readRetention(db) };
}

async function readRetention(db: DataSource): Promise<LeadCounts['retention']> {
  const retention = await readLeadRetention(db);
  if (!retention) return null;
  const [count] = await db.query<{ leads: number }[]>(
    `select count(*)::int as leads from (select from leads where ${expiredLeads} limit $3) as n`,
    [retention.days, retention.from, countLimit],
  );
  return { ...retention, leads: count?.leads ?? 0 };
}

/** One lead with its revision, which the next change has to name; null if there is no such lead. */
export async function readLead(
  db: DataSource,
  id: string,
  off: DaysOff,
): Promise<(LeadOfPage & { revision: number }) | null> {
  const rows: LeadRow[] = await db.query(sql, [...Array<null>(8).fill(null), 1, [id], null]);
  return rows.map((row) => ({ ...leadOf(row, Date.now(), off), revision: row.revision }))[0] ?? null;
}

function leadOf(
  { revision: _, bouncedAt, bounceStatus, ...row }: LeadRow,
  nowMs: number,
  off: DaysOff,
): LeadOfPage {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answer: answerClock(row, nowMs, off),
    bounce: bounceOf({ bouncedAt, bounceStatus }),
  };
}
