import { medianAnswer, sourceOfLead } from '@voordeur/contracts/db';
import {
  countLimit,
  type HomeAnswer,
  mostWaiting,
  replayDestinations,
  type WaitingLead,
  type WeekOfLeads,
} from '@voordeur/contracts/http';
import type { DaysOff } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { inSnapshot, loadQuery, resolveAll, type Snapshot } from '../analytics/query.js';
import type { FigureDays } from '../analytics/range-days.js';
import { clockOf } from '../leads/answer-clock.js';
import { readStatements } from '../platform/sql.js';

const statements = readStatements(new URL('./sql/home.sql', import.meta.url));
/** Where the leads since $1 came from, the most frequent source first. */
const leadSources = `-- home-lead-sources
  select ${sourceOfLead} as source, count(*)::int as leads from leads
  where received_at >= $1 and verdict <> 'quarantined' and not imported group by 1 order by leads desc, source`;
const answerTime = `-- home-median-answer
  ${medianAnswer('$1::timestamptz')}`;
const figureDays = loadQuery<FigureDays>('figure-days');
const visitsOfDays = loadQuery<HomeAnswer['days'][number]>('range-days');

type MeetingRow = Omit<HomeAnswer['meetings'][number], 'startsAt'> & { startsAt: Date };
type WaitingRow = Omit<WaitingLead, 'answer'> & { receivedAt: Date };
type FailedRow = Omit<HomeAnswer['failedEndpoints'][number], 'since'> & { since: Date | null };

/** Everything for the start of the owner's day, as of `now`, in one snapshot. */
export function readHome(db: DataSource, now: Date, off: DaysOff): Promise<HomeAnswer> {
  const today = DateTime.fromJSDate(now, { zone: off.timeZone }).startOf('day');
  return inSnapshot(db, async (snapshot) => {
    const { meetings, waiting, counts, quarantinedYesterday, median, failedEndpoints, ...rest } =
      await resolveAll({
        meetings: ask<MeetingRow>(snapshot, 'meetings-between', [
          today.toJSDate(),
          today.plus({ days: 1 }).toJSDate(),
        ]),
        waiting: ask<WaitingRow>(snapshot, 'waiting', [mostWaiting]),
        counts: ask<Pick<HomeAnswer, 'waitingCount' | 'quarantined'>>(snapshot, 'waiting-counts', [
          countLimit,
        ]),
        quarantinedYesterday: countQuarantinedYesterday(snapshot, today),
        median: snapshot.query<{ minutes: number | null }>({ text: answerTime, values: [now] }),
        failedEndpoints: ask<FailedRow>(snapshot, 'failed-endpoints', [replayDestinations]),
        failedErasures: ask<HomeAnswer['failedErasures'][number]>(snapshot, 'failed-erasures', [mostWaiting]),
        failedReplies: ask<HomeAnswer['failedReplies'][number]>(snapshot, 'failed-replies', [mostWaiting]),
        leads: readLeadsOfWeek(snapshot, now, off),
        days: readDays(snapshot, now, off),
      });
    const [counted] = counts;
    const minutes = median.rows[0]?.minutes ?? null;
    if (!counted) throw new Error('counting those who wait gave no row');
    return {
      meetings: meetings.map((meeting) => ({ ...meeting, startsAt: meeting.startsAt.toISOString() })),
      waiting: waiting.map(({ receivedAt, ...lead }) => ({
        ...lead,
        answer: clockOf(receivedAt, now.getTime(), off),
      })),
      ...counted,
      ...(quarantinedYesterday > 0 && { quarantinedYesterday }),
      ...(minutes !== null && { medianAnswerMinutes: minutes }),
      failedEndpoints: failedEndpoints.map((row) => ({ ...row, since: row.since?.toISOString() ?? null })),
      ...rest,
      asOf: now.toISOString(),
    };
  });
}

async function countQuarantinedYesterday(snapshot: Snapshot, today: DateTime): Promise<number> {
  const [row] = await ask<{ leads: number }>(snapshot, 'quarantined-between', [
    today.minus({ days: 1 }).toJSDate(),
    today.toJSDate(),
  ]);
  return row?.leads ?? 0;
}

async function readLeadsOfWeek(snapshot: Snapshot, now: Date, { timeZone }: DaysOff): Promise<WeekOfLeads> {
  const monday = DateTime.fromJSDate(now, { zone: timeZone }).startOf('week');
  const [{ rows: sources }, [before]] = await Promise.all([
    snapshot.query<{ source: string | null; leads: number }>({
      text: leadSources,
      values: [monday.toJSDate()],
    }),
    ask<{ leads: number }>(snapshot, 'leads-between', [
      monday.minus({ weeks: 1 }).toJSDate(),
      monday.toJSDate(),
    ]),
  ]);
  const thisWeek = sources.reduce((sum, { leads }) => sum + leads, 0);
  const [best, second] = sources.filter(({ source }) => source !== null);
  const standsOut =
    best && best.leads > (second?.leads ?? 0) && (best.leads > 1 || thisWeek === 1) ? best : undefined;
  return {
    thisWeek,
    lastWeek: before?.leads ?? 0,
    ...(standsOut && {
      best: { source: standsOut.source === '' ? null : standsOut.source, leads: standsOut.leads },
    }),
  };
}

/** The 28 days up to yesterday, as far as there are figures. */
async function readDays(snapshot: Snapshot, now: Date, { timeZone }: DaysOff): Promise<HomeAnswer['days']> {
  const [known] = await figureDays(snapshot, [now.toISOString(), timeZone]);
  if (!known?.first) return [];
  const today = DateTime.fromISO(known.today, { zone: 'utc' });
  const [start, yesterday] = [28, 1].map((days) => today.minus({ days }).toISODate() ?? '');
  const from = start && start > known.first ? start : known.first;
  const rows = await visitsOfDays(snapshot, [from, yesterday]);
  return rows.map(({ day, visitors }) => ({ day, visitors }));
}

async function ask<Row extends object>(snapshot: Snapshot, name: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await snapshot.query<Row>({
    name: `home-${name}`,
    text: statements.get(name) ?? '',
    values,
  });
  return rows;
}
