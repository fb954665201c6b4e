import type { DayStats } from '@voordeur/contracts/http';

export type Measure = 'visitors' | 'uniqueVisitors' | 'videoViews' | 'bots';

/** The bars of a chart would be thinner than their gaps beyond this. */
const mostBars = 92;

/** Days as they are, or summed by month where they are many; `start` is the bar's first day, `YYYY-MM-DD`. */
export function groupDays(days: DayStats[]): { by: 'day' | 'month'; bars: (DayStats & { start: string })[] } {
  if (days.length <= mostBars) return { by: 'day', bars: days.map((day) => ({ ...day, start: day.day })) };
  const months = new Map<string, DayStats & { start: string }>();
  for (const day of days) {
    const month = day.day.slice(0, 7);
    const sum = months.get(month);
    if (!sum) {
      months.set(month, { ...day, start: day.day });
      continue;
    }
    sum.visitors += day.visitors;
    sum.uniqueVisitors += day.uniqueVisitors;
    sum.videoViews += day.videoViews;
    sum.bots += day.bots;
  }
  return { by: 'month', bars: [...months.values()] };
}
