/**
 * SQL: whether a local day, in the zone of parameter `zone`, overlaps a sealed month (UTC). Rows of such a day are gone, and its
 * figures stay as they are.
 */
export const isSealedDay = (day: string, zone: string) => `exists (
  select from sealed_months where ${day} between (month::timestamp at time zone 'UTC' at time zone ${zone})::date
    and ((month + interval '1 month' - interval '1 microsecond')::timestamp at time zone 'UTC' at time zone ${zone})::date)`;
