import type { NameKind } from '@voordeur/contracts/db';
import { nameIdOf } from '@voordeur/server';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { VisitClient } from './describe-client.js';

/** The values of a page view that are stored by name. */
export interface NamedView {
  page: string;
  referrerHost: string | null;
  campaign: { source: string | null; medium: string | null; campaign: string | null };
  place: { city: string | null };
  client: VisitClient;
}

export const nameKinds = ['page', 'referrer', 'campaign', 'city', 'client'] as const satisfies NameKind[];

/** SQL: the same of the columns of `visits`; `nameTextsOf` must agree with it. */
export const nameSql: Record<NameKind, string> = {
  page: `split_part(page, '?', 1)`,
  referrer: `referrer_host`,
  campaign: `case when coalesce(utm_source, utm_medium, utm_campaign) is not null
    then coalesce(utm_source, '') || E'\\n' || coalesce(utm_medium, '') || E'\\n' || coalesce(utm_campaign, '') end`,
  city: `city`,
  client: `case when coalesce(device, browser, system) is not null
    then coalesce(device, '') || E'\\n' || coalesce(browser, '') || E'\\n' || coalesce(system, '') end`,
};

/** The texts of a page view's names. */
export function nameTextsOf({
  page,
  referrerHost,
  campaign,
  place,
  client,
}: NamedView): Record<NameKind, string | null> {
  const query = page.indexOf('?');
  return {
    page: query === -1 ? page : page.slice(0, query),
    referrer: referrerHost,
    campaign: linesOf(campaign.source, campaign.medium, campaign.campaign),
    city: place.city,
    client: linesOf(client.device, client.browser, client.system),
  };
}

function linesOf(...parts: (string | null)[]): string | null {
  return parts.some((part) => part !== null) ? parts.map((part) => part ?? '').join('\n') : null;
}

/** SQL: the id of a name, null for null. */
export function nameId(kind: string, name: string): string {
  return `('x' || left(md5(${kind} || E'\\n' || (${name})), 16))::bit(64)::bigint`;
}

/** Adds the missing names of people's page views that match `where`. */
export async function addNames(tx: EntityManager, where: string, values: unknown[]): Promise<void> {
  const views = `select * from visits where bot_reason is null and ${where}`;
  const found = nameKinds.map(
    (kind) => `select '${kind}' as kind, ${nameSql[kind]} as name from (${views}) as views`,
  );
  await tx.query(
    `with found as (${found.join(' union ')}),
    identified as (select ${nameId('kind', 'name')} as id, kind, name from found where name is not null)
    insert into names (id, kind, name) select id, kind, name from identified
    where not exists (select from names where names.id = identified.id) order by id on conflict do nothing`,
    values,
  );
}

/** Most page views use names that are stored already: a digest takes longer than the rest of a view's way. */
const ids = new LRUCache<string, string>({ max: 20_000 });

function idOf(kind: NameKind, name: string): string {
  const named = `${kind}\n${name}`;
  let id = ids.get(named);
  if (id === undefined) {
    id = nameIdOf(kind, name);
    ids.set(named, id);
  }
  return id;
}

/** The ids of a page view's names. */
export type NameIds = Record<NameKind, string | null>;

/** Finds the ids of a batch's names, and stores the names of those that this process hasn't stored yet. */
export class BatchNames {
  private readonly added = new Map<string, { kind: NameKind; name: string }>();

  constructor(private readonly stored: StoredNames) {}

  idsOf(view: NamedView): NameIds {
    const found = nameTextsOf(view) as NameIds;
    for (const kind of nameKinds) {
      const name = found[kind];
      if (name === null) continue;
      const id = idOf(kind, name);
      found[kind] = id;
      if (!this.stored.has(id)) this.added.set(id, { kind, name });
    }
    return found;
  }

  /** In the transaction that stores the page views; sorted, so that two that add the same ones don't wait in a circle. */
  async store(tx: EntityManager): Promise<void> {
    const rows = [...this.added].sort(([a], [b]) => (a < b ? -1 : 1));
    if (rows.length === 0) return;
    await tx.query(
      `insert into names (id, kind, name) select * from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, kind, name)
      on conflict (id) do update set used_on = excluded.used_on where names.used_on < excluded.used_on`,
      [rows.map(([id]) => id), rows.map(([, { kind }]) => kind), rows.map(([, { name }]) => name)],
    );
  }

  /** Call it once the transaction has committed. */
  remember(): void {
    for (const id of this.added.keys()) this.stored.add(id);
  }
}

/** Names that are known to be in the database, so that not every batch asks again; each worker says twice a day that one is used. */
export class StoredNames {
  private readonly ids = new LRUCache<string, true>({ max: 20_000, ttl: 12 * 60 * 60 * 1_000 });

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string): void {
    this.ids.set(id, true);
  }
}
