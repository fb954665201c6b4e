/**
 * SQL: whether a local day is touched by a sealed month (UTC) in the zone of parameter `zone`. What stands of
 * such a day can no longer be recounted.
 */
export function isSealedDay(day: string, zone: string): string {
  return `exists (select 1 from sealed_months where ${day} between
    (month::timestamp at time zone 'UTC' at time zone ${zone})::date and
    ((month + interval '1 month' - interval '1 microsecond')::timestamp at time zone 'UTC' at time zone ${zone})::date)`;
}
