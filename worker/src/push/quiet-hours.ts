import { DateTime } from 'luxon';

/** `HH:MM` in the site's zone. */
export interface QuietHours {
  quietFrom: string | null;
  quietTo: string | null;
}

/** The quiet hours that `nowMs` is in, which may have begun yesterday; null outside them. */
export function quietHoursAt(
  nowMs: number,
  { quietFrom, quietTo }: QuietHours,
  timeZone: string,
): { sinceMs: number; untilMs: number } | null {
  if (quietFrom === null || quietTo === null) return null;
  const today = DateTime.fromMillis(nowMs, { zone: timeZone }).startOf('day');
  for (const day of [today.minus({ days: 1 }), today]) {
    const sinceMs = at(day, quietFrom);
    const untilMs = at(quietTo > quietFrom ? day : day.plus({ days: 1 }), quietTo);
    if (sinceMs <= nowMs && nowMs < untilMs) return { sinceMs, untilMs };
  }
  return null;
}

function at(day: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.set({ hour, minute }).toMillis();
}
