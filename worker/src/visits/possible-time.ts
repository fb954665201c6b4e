import type { VisitEvent, VisitSource } from '@voordeur/contracts/jobs';

/** Logs may be as old as web servers; the other sources tell of what has just happened, or waited for a service. */
const earliestMs: Record<VisitSource, number> = {
  import: Date.UTC(1993, 0),
  beacon: Date.UTC(2015, 0),
  edge: Date.UTC(2015, 0),
};
/** Not beyond the months that have their partition before anything happens in them (make-partitions-ahead). */
const aheadMs = 90 * 24 * 60 * 60_000;

/** Whether an event can be of its time. Each month with an event gets a partition, so not any month will do. */
export function isPossibleTime({ source, occurredAt }: VisitEvent, nowMs: number): boolean {
  const timeMs = Date.parse(occurredAt);
  return timeMs >= earliestMs[source] && timeMs <= nowMs + aheadMs;
}
