import {
  goalBit,
  type Goal,
  type SessionDimension,
  sessionDimensionNames,
  type Suspicion,
  videoGoals,
} from '@voordeur/contracts/http';
import {
  narrow,
  type NumberColumn,
  numberColumns,
  type SessionColumns,
  type ValueColumn,
  valueColumns,
  ValueList,
} from '@voordeur/server';
import type { Dimension, KeptText } from './dimensions.js';

/** A page view by a person, as its row has it. */
export interface DayView extends Record<SessionDimension, string | null> {
  visitor: string;
  /** Epoch milliseconds. */
  atMs: number;
  path: string;
  client: string | null;
  source: number;
  suspicion: Suspicion | null;
  /** 0 to 23, in the site's zone. */
  hour: number;
}

/** A video watched, or a goal reached, by a visitor. */
export type DayExtra = { visitor: string; atMs: number } & (
  { videoId: string; seconds: number } | { goal: Goal }
);

/** How the texts of a day are kept; others as they are. */
export type Kept = Record<Dimension['name'] | 'video', KeptText>;

/** Two page views further apart belong to two sessions. */
const longestGapMs = 30 * 60_000;
/** A longer session loses pages: a program must not make megabytes. */
const mostPagesBetween = 500;

interface Session {
  startMs: number;
  endMs: number;
  first: DayView;
  exit: number;
  between: number[];
  pageViews: number;
  isSuspicious: boolean;
  goals: number;
  videoSeconds: number;
  views: { video: number; seconds: number }[];
}

/**
 * The sessions of a day, from its page views in the order of their visitors and instants: a visitor's page views with gaps of
 * at most 30 minutes. A video or a goal is part of the session that began last before it, else of its visitor's first.
 */
export class SessionsOfDay {
  private readonly lists = Object.fromEntries(valueColumns.map((name) => [name, new ValueList()])) as Record<
    ValueColumn,
    ValueList
  >;
  private readonly numbers = Object.fromEntries(
    numberColumns.map((name) => [name, [] as number[]]),
  ) as Record<NumberColumn, number[]>;
  private readonly extras = new Map<string, DayExtra[]>();
  private visitor: string | undefined;
  private visitors = 0;
  private sessions: Session[] = [];

  /** `edits` are the instants (epoch milliseconds) at which texts changed, in their order. */
  constructor(
    extras: DayExtra[],
    private readonly edits: number[],
    private readonly kept: Kept,
  ) {
    for (const extra of extras) {
      const ofVisitor = this.extras.get(extra.visitor);
      if (ofVisitor) ofVisitor.push(extra);
      else this.extras.set(extra.visitor, [extra]);
    }
  }

  add(view: DayView): void {
    if (view.visitor !== this.visitor) {
      this.endVisitor();
      this.visitor = view.visitor;
    }
    const page = this.lists.page.placeOf(this.kept.page(view.path));
    const session = this.sessions.at(-1);
    const isSuspicious = view.suspicion !== null;
    if (!session || view.atMs - session.endMs > longestGapMs) {
      this.sessions.push({
        ...{ startMs: view.atMs, endMs: view.atMs, first: view, exit: page, between: [], pageViews: 1 },
        ...{ isSuspicious, goals: 0, videoSeconds: 0, views: [] },
      });
      return;
    }
    // Neither the first page, which is the entry, nor the last.
    if (session.pageViews > 1 && session.between.length < mostPagesBetween)
      session.between.push(session.exit);
    session.exit = page;
    session.endMs = view.atMs;
    session.pageViews += 1;
    session.isSuspicious ||= isSuspicious;
  }

  /** Call it after the last page view. */
  finish(): { columns: SessionColumns; visitors: number } {
    this.endVisitor();
    const numbers = Object.fromEntries(
      Object.entries(this.numbers).map(([name, list]) => [name, narrow(list)]),
    ) as SessionColumns['numbers'];
    const values = Object.fromEntries(valueColumns.map((name) => [name, this.lists[name].values]));
    return { columns: { numbers, values: values as SessionColumns['values'] }, visitors: this.visitors };
  }

  private endVisitor(): void {
    if (this.visitor === undefined) return;
    for (const extra of this.extras.get(this.visitor) ?? []) this.addExtra(extra);
    for (const session of this.sessions) this.push(session);
    this.visitors += 1;
    this.sessions = [];
  }

  private addExtra(extra: DayExtra): void {
    const session = this.sessions.findLast(({ startMs }) => startMs <= extra.atMs) ?? this.sessions[0];
    if (!session) return;
    if ('goal' in extra) {
      session.goals |= goalBit(extra.goal);
      return;
    }
    const { videoId, seconds } = extra;
    session.videoSeconds += seconds;
    session.views.push({ video: this.lists.video.placeOf(this.kept.video(videoId)), seconds });
    for (const one of videoGoals) if (seconds >= one.seconds) session.goals |= goalBit(one.goal);
  }

  private push(session: Session): void {
    const { first, startMs, endMs, pageViews } = session;
    const { numbers, lists } = this;
    const kept: Kept & Partial<Record<SessionDimension, KeptText>> = this.kept;
    const edit = this.edits.findLast((at) => at <= startMs);
    const place = numbers.visitor.push(this.visitors) - 1;
    numbers.entry.push(lists.page.placeOf(kept.page(first.path)));
    numbers.exit.push(session.exit);
    for (const name of sessionDimensionNames) {
      const value = first[name];
      numbers[name].push(lists[name].placeOf(value === null ? '' : (kept[name]?.(value) ?? value)));
    }
    numbers.client.push(lists.client.placeOf(first.client ?? ''));
    numbers.texts.push(lists.texts.placeOf(edit === undefined ? '' : new Date(edit).toISOString()));
    numbers.source.push(first.source);
    numbers.hour.push(first.hour);
    numbers.goals.push(session.goals);
    numbers.pageViews.push(pageViews);
    numbers.lasted.push(endMs - startMs);
    numbers.videoSeconds.push(session.videoSeconds);
    numbers.isSuspected.push(session.isSuspicious || isHasty(pageViews, endMs - startMs) ? 1 : 0);
    numbers.pagesBetween.push(session.between.length);
    // In their order, because counting looks for the same ones in a row.
    for (const page of session.between.sort((a, b) => a - b)) numbers.between.push(page);
    for (const { video, seconds } of session.views) {
      numbers.viewSession.push(place);
      numbers.viewVideo.push(video);
      numbers.viewSeconds.push(seconds);
    }
  }
}

/** Nobody reads so much, or so fast. */
const isHasty = (pageViews: number, lastedMs: number) =>
  pageViews >= 200 || (pageViews >= 6 && lastedMs < (pageViews - 1) * 2_000);
