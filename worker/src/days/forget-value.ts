import { otherValues } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { type CasesOfFile, readOwnPages } from './own-pages.js';

const other = `'${otherValues}'`;
const isInCampaign = '$1 in (utm_source, utm_medium, utm_campaign)';
const pathOf = (column: string) => `split_part(${column}, '?', 1)`;
const isOfHost = `split_part(split_part(referrer, '://', 2), '/', 1) = $1`;
/** SQL: a page of this path, of our own site for example. */
const isOfPath = `(starts_with($1, '/') and right(${pathOf('referrer')}, length($1)) = $1)`;
/** SQL: null would make a visit from our own page an arrival. */
const hostAlone = `substring(referrer from '^[^/]*//[^/]*/')`;

/** In the raw rows; one without a path is described again before its day is built. `$2` is the site's zone. */
const inPageViews = [
  `page = ${other}, path = null where ${pathOf('page')} = $1`,
  `referrer_host = ${other}, referrer = null, path = null where referrer_host = $1`,
  `referrer = ${hostAlone} where ${isOfPath}`,
  `page = ${pathOf('page')}, utm_source = ${other}, utm_medium = null, utm_campaign = null, path = null
    where ${isInCampaign}`,
].map(
  (change) => `with changed as (update visits set ${change} returning occurred_at),
    noted as (insert into changed_days (day) select distinct (occurred_at at time zone $2)::date from changed)
    select count(*)::int as rows from changed`,
);

/** Leads show where their visit came from. */
const inLeads = `with changed as (
  update leads set first_page = nullif(first_page, $1),
      referrer = case when ${isOfHost} then null when ${isOfPath} then ${hostAlone} else referrer end,
      utm_source = nullif(utm_source, $1), utm_medium = nullif(utm_medium, $1), utm_campaign = nullif(utm_campaign, $1)
      where first_page = $1 or ${isOfHost} or ${isOfPath} or ${isInCampaign} returning id)
  select count(*)::int as rows from changed`;

/** In the figures of every day and month, of sealed ones too: what is counted by the value is counted by `(other)`. */
const inFigures = [
  ['values_by_day', 'day'],
  ['values_by_month', 'month'],
].map(
  ([table = '', period = '']) => `with gone as (
    delete from ${table}
    where dimension in ('page', 'referrer') and value = $1
      or dimension = 'campaign' and $1 = any(string_to_array(value, E'\n'))
    returning *, case dimension when 'campaign' then ${other} || E'\n\n' else ${other} end as instead),
  moved as (
    insert into ${table} (dimension, ${period}, key, value, views)
    select dimension, ${period}, md5(instead)::uuid, instead, sum(views)::int from gone
    group by dimension, ${period}, instead order by 1, 2, 3
    on conflict (dimension, ${period}, key) do update set views = ${table}.views + excluded.views)
  select count(*)::int as rows from gone`,
);
const inImportedPages = `with gone as (delete from imported_pages where page = $1 returning *),
  moved as (
    insert into imported_pages (day, page_key, page, people) select day, md5(${other})::uuid, ${other}, people from gone
    on conflict (day, page_key) do update set people = imported_pages.people + excluded.people)
  select count(*)::int as rows from gone`;

/** Counts of rows that a value was taken out of. */
export type Forgotten = Record<'pageViews' | 'leads' | 'figures', number>;

/**
 * Counts a page, a referrer's host, or a campaign's source, medium or name as `(other)` wherever it is kept, for good: in the
 * figures of all days and months, and in the rows of those that can be built again. It can come in again. Returns undefined
 * for a page of the site.
 */
export async function forgetValue(
  db: DataSource,
  value: string,
  { timeZone, casesOfFile }: { timeZone: string; casesOfFile: CasesOfFile },
): Promise<Forgotten | undefined> {
  const ownPages = await readOwnPages(db.manager, casesOfFile);
  if (ownPages.includes(value) || value === otherValues) return undefined;
  return db.transaction(async (tx) => {
    const run = async (statements: string[], values: string[]) => {
      let sum = 0;
      for (const sql of statements) {
        const [{ rows } = { rows: 0 }] = await tx.query<{ rows: number }[]>(sql, values);
        sum += rows;
      }
      return sum;
    };
    return {
      pageViews: await run(inPageViews, [value, timeZone]),
      leads: await run([inLeads], [value]),
      figures: await run([...inFigures, inImportedPages], [value]),
    };
  });
}
