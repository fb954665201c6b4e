const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `17/May/2015:10:05:03 +0200`, as Apache (`%t`) and nginx (`$time_local`) write it. */
const form = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;

/** The instant that a log's time names, in epoch milliseconds; null for what is no real date from 1970 on. */
export function parseLogTime(text: string): number | null {
  const found = form.exec(text);
  if (!found) return null;
  const [, day = '', monthName = '', year = '', hour = '', minute = '', second = '', sign, ...offset] = found;
  const month = months.indexOf(monthName);
  const [offsetHours, offsetMinutes] = offset.map(Number) as [number, number];
  if (month === -1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (offsetHours > 14 || offsetMinutes > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), month, Number(day));
  // The 31st of a month with 30 days would quietly become the 1st of the next.
  if (local.getUTCMonth() !== month || local.getUTCDate() !== Number(day)) return null;
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000;
  const timeMs = local.getTime() - (sign === '-' ? -offsetMs : offsetMs);
  return timeMs < 0 ? null : timeMs;
}
