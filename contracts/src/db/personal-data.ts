/** A place in Postgres that can hold something about an address. */
export interface PersonalData {
  table: string;
  /** The rows that contain it. `$1` is the address in lower case. */
  where: string;
  /** The update that erases it; without one the rows are deleted. */
  update?: string;
  /** The row is about someone else and only mentions this address: it is erased there but not exported. */
  belongsToOther?: boolean;
}

const theirLeads = 'select id from leads where lower(email) = $1';
/** The address as a complete value in JSON text, so that a longer address with the same ending doesn't match. */
const asValueIn = (column: string) => `position(lower(to_json($1::text)::text) in lower(${column})) > 0`;
/** The address anywhere in a text that others wrote, plain or URL-encoded. */
const anywhereIn = (column: string) =>
  `(position($1 in lower(${column})) > 0 or position(replace($1, '@', '%40') in lower(${column})) > 0)`;

/** A pattern for the complete address in a text that the owner wrote. */
const asAddress = `'(?<![\\w.+-])' || regexp_replace($1, '(\\W)', '\\\\\\1', 'g') || '(?![\\w-])'`;

/** In the order in which they can be erased: rows that refer to a lead go before it, attempts go with their effect. */
export const personalData: PersonalData[] = [
  { table: 'outbox_attempts', where: anywhereIn('response_start'), update: 'response_start = null' },
  { table: 'outbox', where: `lead_id in (${theirLeads}) or ${asValueIn('payload::text')}` },
  { table: 'subscribers', where: 'email = $1' },
  { table: 'suppressions', where: 'email = $1' },
  { table: 'leads', where: 'lower(email) = $1' },
  {
    table: 'leads',
    where: `note ~* (${asAddress})`,
    update: `note = regexp_replace(note, ${asAddress}, '[…]', 'gi'), revision = revision + 1`,
    belongsToOther: true,
  },
  { table: 'rejected_events', where: asValueIn('event') },
  // A referrer is another site's URL and can contain anything that site put into it.
  { table: 'visits', where: anywhereIn('referrer'), update: 'referrer = null' },
];
