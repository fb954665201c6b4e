/** A place in Postgres that can hold something about an address or a number. */
export interface PersonalData {
  table: string;
  /**
   * The rows that contain it; `$1` is a spelling of the address (`emailSpellings`: its key first) or the number. Answered by
   * an index, so its expressions must stay as they are in the migrations that create those.
   */
  where: string;
  /** The update that erases it; without one the rows are deleted. */
  update?: string;
  /** The row is about someone else and only mentions this address: it's erased there but not exported. */
  belongsToOther?: boolean;
}

const theirLeads = 'email_key = $1::text';

/** A pattern for `ilike` that finds a text anywhere. */
const anywhere = (text: string) => String.raw`'%' || regexp_replace(${text}, '([%_\\])', '\\\1', 'g') || '%'`;

/** The address anywhere in a text that others wrote, plain or URL-encoded. */
const anywhereIn = (column: string) =>
  `${column} ~ '@|%40' and (${column} ilike ${anywhere('$1::text')}
    or ${column} ilike ${anywhere("replace($1::text, '@', '%40')")})`;

/** A pattern for the complete address in a text that the owner wrote. */
const completeAddress = String.raw`'(?<![\w.+-])' || regexp_replace($1::text, '(\W)', '\\\1', 'g') || '(?![\w-])'`;

const mentionedIn = (column: string) =>
  `${column} like '%@%' and ${column} ilike ${anywhere('$1::text')} and ${column} ~* (${completeAddress})`;

const withoutMention = (column: string) => `regexp_replace(${column}, ${completeAddress}, '[…]', 'gi')`;

/** The strings in a payload that can be addresses, in lower case. */
const addressesInPayload = `lower(jsonb_path_query_array(payload, 'strict $.** ? (@ like_regex "@")')::text)::jsonb`;

/** Effects about an address. Not its own erasure, which removes the address from its row when it's done. */
export const effectsOfPerson = `kind <> 'erasure' and (lead_id = any(array(select id from leads where ${theirLeads}))
  or ${addressesInPayload} @> jsonb_build_array(lower($1::text)))`;

/** A number as it's compared: without the separators people put between its digits. The gate takes any text for one. */
export const phoneOf = (text: string) =>
  String.raw`coalesce(nullif(regexp_replace(lower(${text}), '[\s().+/-]', '', 'g'), ''), ${text})`;

/** The leads and bookings of somebody who left this number. */
export const ofPhone = `phone is not null and ${phoneOf('phone')} = ${phoneOf('$1::text')}`;

/** SQL: the digest of a booking in `erased_bookings`. */
export const bookingDigest = (salt: string, provider: string, booking: string) =>
  String.raw`sha256(convert_to(${salt}::text || E'\n' || ${provider} || E'\n' || ${booking}, 'UTF8'))`;

/** Jobs about a number that wait for their queue. */
export const jobsOfPhone = `state = 'waiting' and destination = 'signups' and ${phoneOf("(payload->>'phone')")} = ${phoneOf('$1::text')}`;

/** Jobs about a text that somebody left for an address. */
export const jobsOfText = `state = 'waiting' and destination = 'signups' and coalesce(payload->>'emailKey', lower(payload->>'email')) = $1::text`;

/** Data about these leads, in the order in which it can be erased. */
const ofLeads = (leads: string): PersonalData[] => {
  const where = `lead_id = any(array(select id from leads where ${leads}))`;
  return [
    { table: 'outbox', where },
    { table: 'reached_goals', where, update: 'lead_id = gen_random_uuid()' },
    { table: 'lead_replies', where },
    { table: 'meetings', where },
    { table: 'leads', where: leads },
  ];
};

/** The same of one lead, by its id. */
export const personalDataOfLead = ofLeads('id = $1::uuid');

/**
 * The same for a number: data about its leads, and data that hasn't become one. Free texts are searched for addresses
 * alone.
 */
export const personalDataOfPhone: PersonalData[] = [
  { table: 'outbox', where: jobsOfPhone },
  { table: 'booking_events', where: ofPhone },
  // Effects of a booking whose lead isn't stored yet.
  {
    table: 'outbox',
    where: `lead_id = any(array(select lead_id from meetings where ${ofPhone}))
      and lead_id <> all(array(select id from leads where ${ofPhone}))`,
  },
  { table: 'meetings', where: ofPhone },
  ...ofLeads(ofPhone),
  {
    table: 'rejected_events',
    where: `event like '%"phone":"%' and ${phoneOf(`substring(event from '"phone":"([^"]*)"')`)} = ${phoneOf('$1::text')}`,
  },
];

/** The same of a text that somebody left for an address; `$1` is its key. */
export const personalDataOfText: PersonalData[] = [
  { table: 'outbox', where: jobsOfText },
  ...ofLeads(theirLeads),
  {
    table: 'rejected_events',
    where: `event like '%"email":"%' and lower(substring(event from '"email":"([^"]*)"')) = $1::text`,
  },
];

/** In the order in which they can be erased: rows that refer to a lead go before it, attempts go with their effect. */
export const personalData: PersonalData[] = [
  { table: 'outbox_attempts', where: anywhereIn('response_start'), update: 'response_start = null' },
  { table: 'outbox', where: effectsOfPerson },
  { table: 'subscribers', where: 'email = $1::text' },
  { table: 'suppressions', where: 'email = $1::text' },
  { table: 'consents', where: 'email = $1::text' },
  { table: 'booking_events', where: theirLeads },
  {
    table: 'booking_events',
    where: `phone is not null and ${phoneOf('phone')} = any(array(
      select ${phoneOf('phone')} from leads where ${theirLeads} and phone is not null))`,
  },
  { table: 'meetings', where: theirLeads },
  // The figure that it counts in stays, and no longer leads from a person to a visit.
  {
    table: 'reached_goals',
    where: `lead_id = any(array(select id from leads where ${theirLeads}))`,
    update: 'lead_id = gen_random_uuid()',
  },
  { table: 'lead_replies', where: `lead_id = any(array(select id from leads where ${theirLeads}))` },
  { table: 'leads', where: theirLeads },
  // After the leads: one is written only while its lead is locked.
  { table: 'bounces', where: 'email = $1::text' },
  {
    table: 'leads',
    where: mentionedIn('note'),
    update: `note = ${withoutMention('note')}, revision = revision + 1`,
    belongsToOther: true,
  },
  {
    table: 'lead_replies',
    where: mentionedIn('text'),
    update: `text = ${withoutMention('text')}`,
    belongsToOther: true,
  },
  {
    table: 'meetings',
    where: mentionedIn('notes'),
    update: `notes = ${withoutMention('notes')}`,
    belongsToOther: true,
  },
  // As a complete value in JSON text, so that a longer address with the same ending doesn't match.
  {
    table: 'rejected_events',
    where: `event like '%@%' and event ilike ${anywhere('to_json($1::text)::text')}`,
  },
  // A referrer is another site's URL and can contain anything that site put into it.
  { table: 'visits', where: anywhereIn('referrer'), update: 'referrer = null' },
];
