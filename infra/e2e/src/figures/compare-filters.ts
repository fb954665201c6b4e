import { readGoals, readSessions } from '@voordeur/api';
import {
  type CountedGoal,
  countedGoals,
  type Days,
  type Filter,
  filterDimensions,
  filterOperators,
  type GoalAnalytics,
  goals,
  maxPanelRows,
  panels,
  sourceClasses,
} from '@voordeur/contracts/http';
import { recountSessions } from '@voordeur/worker/testing';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { expect } from 'vitest';
import { countGoals } from './recount-goals.js';
import { addVideoViews, countFigures, isSelected, type WatchedSession } from './recount-filters.js';

const zone = 'Europe/Amsterdam';
const asked = filterDimensions.filter((dimension) => dimension !== 'bot');

/**
 * Compares every figure of sessions that the api gives with those of a recount, for random combinations of filters and
 * days, the same ones for the same seed. Filter values come from the database. Returns how many selected something;
 * errors name seed, question and difference.
 */
export async function compareFilters(
  db: DataSource,
  combinations: number,
  seed = 17,
): Promise<{ sessions: number; selecting: number }> {
  const sessions = await addVideoViews(db, await recountSessions(db, zone));
  let selecting = 0;
  await fc.assert(
    fc.asyncProperty(questionAbout(sessions), async ({ days, filters, goal }) => {
      const { from, to } = days;
      const question = { range: days, filters, now: new Date(), timeZone: zone, comparison: 'none' } as const;
      const answer = await readSessions(db, question);
      const selected = sessions.filter(
        (session) => session.day >= from && session.day <= to && isSelected(session, filters),
      );
      if (selected.length > 0) selecting += 1;
      const { panels: expectedPanels, ...expected } = countFigures(selected, days);
      expect(answer).toMatchObject({ from, to, before: null, ...expected });
      for (const panel of panels) {
        const all = expectedPanels[panel];
        const { rows, more } = answer.panels[panel];
        expect([panel, rows.length, more]).toEqual([
          ...[panel, Math.min(maxPanelRows, all.size), Math.max(0, all.size - maxPanelRows)],
        ]);
        expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
        const frequency = panel === 'page' ? 'pageViews' : 'sessions';
        for (const { value, ...counts } of rows)
          expect([panel, value, counts]).toEqual([
            ...[panel, value],
            panel === 'page' ? all.get(value) : { sessions: all.get(value)?.sessions },
          ]);
        const most = [...all.values()].map((counts) => counts[frequency]).toSorted((a, b) => b - a);
        expect(rows.map((row) => row[frequency])).toEqual(most.slice(0, maxPanelRows));
      }
      compareGoals(await readGoals(db, question, goal), selected, goal);
    }),
    { numRuns: combinations, seed, endOnFailure: true },
  );
  return { sessions: sessions.length, selecting };
}

/** All that the api says of goals, rows in the order that it promises. */
function compareGoals(answer: GoalAnalytics, selected: WatchedSession[], goal: CountedGoal): void {
  const { dimensions, ...expected } = countGoals(selected, goal);
  expect(answer).toMatchObject({ goal, ...expected });
  for (const [dimension, all] of Object.entries(dimensions)) {
    const { rows, more } = answer.dimensions[dimension as keyof typeof dimensions];
    expect([dimension, more]).toEqual([dimension, Math.max(0, all.size - maxPanelRows)]);
    for (const row of rows) expect([dimension, row]).toEqual([dimension, all.get(row.value)]);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
    const order = (some: { reached: number; sessions: number }[]) =>
      some.map(({ reached, sessions }) => [reached, sessions]);
    const sorted = [...all.values()].toSorted((a, b) => b.reached - a.reached || b.sessions - a.sessions);
    expect(order(rows)).toEqual(order(sorted.slice(0, maxPanelRows)));
  }
}

/** Days, a goal, and filters that may select something: their values, and parts of them, are those of one or two sessions. */
function questionAbout(
  sessions: WatchedSession[],
): fc.Arbitrary<{ days: Days; filters: Filter[]; goal: CountedGoal }> {
  const allDays = [...new Set(sessions.map(({ day }) => day))].sort();
  const anyDay = fc.constantFrom(...allDays);
  const days = fc.oneof(
    fc.tuple(anyDay, anyDay).map((pair) => pair.sort()),
    fc.constant([allDays[0] ?? '', allDays.at(-1) ?? '']),
  );
  // Not constantFrom: more of them than a call can have arguments.
  const anySession = fc.nat({ max: sessions.length - 1 }).map((place) => sessions.slice(place, place + 1));
  const filter = fc
    .record({
      session: anySession,
      dimension: fc.constantFrom(...asked),
      operator: fc.constantFrom(...filterOperators),
      start: fc.nat({ max: 6 }),
      length: fc.integer({ min: 1, max: 8 }),
      isUpper: fc.boolean(),
      isOther: fc.nat({ max: 9 }).map((one) => one === 0),
    })
    .map(({ session: [session], dimension, operator, start, length, isUpper, isOther }): Filter => {
      const whole = isOther || !session ? otherValue(dimension) : valueOf(session, dimension);
      const part = whole.slice(start, start + length) || whole.slice(0, 1) || '%';
      const cased = isUpper ? part.toUpperCase() : part.toLowerCase();
      return { dimension, operator, value: operator === 'contains' ? cased : whole };
    });
  return fc
    .record({ days, filters: fc.array(filter, { maxLength: 4 }), goal: fc.constantFrom(...countedGoals) })
    .map(({ days: [from = '', to = ''], ...rest }) => ({ days: { from, to }, ...rest }));
}

function valueOf(session: WatchedSession, dimension: Filter['dimension']): string {
  const [device = '', browser = '', system = ''] = session.client.split('\n');
  const values: Partial<Record<Filter['dimension'], string>> = {
    ...{ device, browser, system },
    page: session.pages[session.pages.length >> 1] ?? '',
    entry: session.entry,
    exit: session.exit,
    referrer: session.referrer,
    source: sourceClasses[session.visitor % sourceClasses.length] ?? '',
    campaign: session.campaign,
    country: session.country,
    language: session.language,
    video: session.watched[0]?.video ?? '',
    goal: session.goals[0] ?? '',
    hour: String(session.hour),
    suspected: session.isSuspected ? 'yes' : 'no',
  };
  return values[dimension] ?? '';
}

/** One that is valid, though nothing may have it. */
function otherValue(dimension: Filter['dimension']): string {
  const values: Partial<Record<Filter['dimension'], string>> = {
    ...{ source: 'assistant', country: 'AQ', language: '', goal: goals[7], hour: '4', suspected: 'no' },
  };
  return values[dimension] ?? '/%_';
}
