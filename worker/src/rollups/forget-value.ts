import { otherValues, sitePaths } from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { reconcileRollups } from './reconcile-rollups.js';
import { addSql, type Rollup, withMonthly } from './rollup.js';
import { visitRollups } from './visit-rollups.js';

const other = `'${otherValues}'`;
const isInCampaign = '$1 in (utm_source, utm_medium, utm_campaign)';
const pathOf = (column: string) => `split_part(${column}, '?', 1)`;
const isOfHost = `split_part(split_part(referrer, '://', 2), '/', 1) = $1`;
/** SQL: a page of this path, of our own site for example. */
const isOfPath = `(starts_with($1, '/') and right(${pathOf('referrer')}, length($1)) = $1)`;
/** SQL: null would make a visit from our own page an arrival. */
const hostAlone = `substring(referrer from '^[^/]*//[^/]*/')`;

/** In the raw rows, from which open days are recounted, and in leads, which show where their visit came from. */
const inRows = {
  pageViews: [
    `update visits set page = ${other} where ${pathOf('page')} = $1`,
    `update visits set referrer_host = ${other}, referrer = null where referrer_host = $1`,
    `update visits set referrer = ${hostAlone} where ${isOfPath}`,
    `update visits set page = ${pathOf('page')}, utm_source = ${other}, utm_medium = null, utm_campaign = null
      where ${isInCampaign}`,
  ],
  leads: [
    `update leads set first_page = nullif(first_page, $1),
      referrer = case when ${isOfHost} then null when ${isOfPath} then ${hostAlone} else referrer end,
      utm_source = nullif(utm_source, $1), utm_medium = nullif(utm_medium, $1), utm_campaign = nullif(utm_campaign, $1)
      where first_page = $1 or ${isOfHost} or ${isOfPath} or ${isInCampaign}`,
  ],
};

/** By a key of a rollup: the rows that have the value, and the new values of its columns. */
const inFigures: Record<string, { where: string; instead: Record<string, string> }> = {
  page_key: { where: 'page = $1', instead: { page_key: `md5(${other})::uuid`, page: other } },
  referrer_host: { where: 'referrer_host = $1', instead: { referrer_host: other } },
  utm_source: {
    where: isInCampaign,
    instead: { utm_source: other, utm_medium: `''`, utm_campaign: `''` },
  },
};

const importedPages: Rollup = {
  ...{ table: 'imported_pages', from: '', keys: { day: '', page_key: '' } },
  ...{ sums: { people: '' }, labels: { page: '' } },
};

/** Counts of rows that a value was taken out of. */
export type Forgotten = Record<'pageViews' | 'leads' | 'figures' | 'names', number>;

/**
 * Counts a page, a referrer's host, or a campaign's source, medium or name as `(other)` wherever it is kept, for good: the
 * days that can be recounted and the sealed ones. It can come in again. Run again, it goes on where it was. Returns null
 * while a recount is running, and undefined for a page of the site.
 */
export async function forgetValue(
  db: DataSource,
  value: string,
  timeZone: string,
): Promise<Forgotten | null | undefined> {
  if (sitePaths.includes(value) || value === otherValues) return undefined;
  const run = async (tx: EntityManager, statements: string[]) => {
    let rows = 0;
    for (const sql of statements) rows += (await tx.query<[unknown, number]>(sql, [value]))[1];
    return rows;
  };
  const forgotten = await db.transaction(async (tx) => ({
    pageViews: await run(tx, inRows.pageViews),
    leads: await run(tx, inRows.leads),
    figures: await moveFigures(tx, value),
  }));
  // Sessions name their pages too, and a batch may have added to the figures meanwhile.
  if (!(await reconcileRollups(db, timeZone))) return null;
  const names = await run(db.manager, [
    `delete from names where kind in ('page', 'referrer') and name = $1
      or kind = 'campaign' and $1 = any(string_to_array(name, E'\\n'))`,
  ]);
  return { ...forgotten, names };
}

async function moveFigures(tx: EntityManager, value: string): Promise<number> {
  let rows = 0;
  for (const rollup of [...withMonthly(visitRollups), importedPages]) {
    const keys = Object.keys(rollup.keys);
    const found = keys.flatMap((key) => inFigures[key] ?? [])[0];
    if (!found) continue;
    const { where, instead } = found;
    const of = (names: object = {}, write = (name: string) => name) =>
      Object.keys(names).map((name) => instead[name] ?? write(name));
    const columns = [
      ...of(rollup.keys),
      ...of(rollup.sums, (name) => `sum(${name})::int`),
      ...of(rollup.latest, (name) => `max(${name})`),
      ...of(rollup.labels),
    ];
    const places = keys.map((_, index) => index + 1).join(', ');
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }[]>(
      `with gone as (delete from ${rollup.table} where ${where} returning *),
      moved as (${addSql(rollup, `select ${columns.join(', ')} from gone group by ${places} order by ${places}`)})
      select count(*)::int from gone`,
      [value],
    );
    rows += count;
  }
  return rows;
}
