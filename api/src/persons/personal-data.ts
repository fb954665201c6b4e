/** Where something about an address can stand in Postgres. */
export interface PersonalData {
  table: string;
  /** The rows that hold it. `$1` is the address in lower case. */
  where: string;
  /** What an erasure does to those rows; without it they are deleted. */
  instead?: string;
  /** The row is about somebody else and only names this address: it is erased there, and no part of an export. */
  ofAnother?: boolean;
}

const theirLeads = 'select id from leads where lower(email) = $1';
/** The address as a whole value in a JSON text, so that nobody whose address only ends like it is met. */
const asValueIn = (column: string) => `position(lower(to_json($1::text)::text) in lower(${column})) > 0`;
/** Anywhere in a text that is not ours, as it is or as a URL writes it. */
const anywhereIn = (column: string) =>
  `(position($1 in lower(${column})) > 0 or position(replace($1, '@', '%40') in lower(${column})) > 0)`;

/** As a whole address in a text of the owner's; `$1` is taken literally. */
const asAddress = `'(?<![\\w.+-])' || regexp_replace($1, '(\\W)', '\\\\\\1', 'g') || '(?![\\w-])'`;

/** In the order in which they can be erased: what hangs on a lead goes before it, attempts go with their delivery. */
export const personalData: PersonalData[] = [
  { table: 'delivery_attempts', where: anywhereIn('response_start'), instead: 'response_start = null' },
  { table: 'deliveries', where: `lead_id in (${theirLeads}) or lower(payload->>'email') = $1` },
  { table: 'mails', where: `lead_id in (${theirLeads})` },
  { table: 'subscribers', where: 'email = $1' },
  { table: 'suppressions', where: 'email = $1' },
  { table: 'leads', where: 'lower(email) = $1' },
  {
    table: 'leads',
    where: `note ~* (${asAddress})`,
    instead: `note = regexp_replace(note, ${asAddress}, '[…]', 'gi'), revision = revision + 1`,
    ofAnother: true,
  },
  { table: 'rejected_events', where: asValueIn('event') },
  { table: 'spilled_jobs', where: asValueIn('payload') },
  // A referrer is another site's address, and may carry whatever that site put into it.
  { table: 'visits', where: anywhereIn('referrer'), instead: 'referrer = null' },
];
