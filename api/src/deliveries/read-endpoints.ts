import { type WebhookEndpointAnswer, webhookEndpoints } from '@voordeur/contracts/http';
import type { Seal } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { readTest } from '../platform/asked-effect.js';

/** The part of an endpoint's answer that one query reads. */
interface EndpointState extends Omit<WebhookEndpointAnswer, 'host' | 'test'> {
  sealedUrl: Buffer | null;
}
type EndpointRow = Omit<EndpointState, 'offSince'> & { offSince: Date | null };

/** Every possible endpoint, with its waiting and failed deliveries. */
export async function readEndpointStates(db: EntityManager): Promise<EndpointState[]> {
  const rows: EndpointRow[] = await db.query(
    `select name, coalesce(configured, false) as "isLocked", coalesce(configured, false) or sealed_url is not null as configured,
      sealed_url as "sealedUrl", off_since as "offSince", off_reason as "offReason",
      (select count(*)::int from outbox where destination = name and state = 'waiting' and due_at is not null) as waiting,
      (select count(*)::int from outbox where destination = name and state = 'failed') as failed
    from unnest($1::text[]) with ordinality as known (name, place) left join webhook_endpoints using (name)
    order by place`,
    [webhookEndpoints],
  );
  return rows.map((row) => ({ ...row, offSince: row.offSince?.toISOString() ?? null }));
}

/** The same, with the hosts of the owner's addresses and what became of her tests. */
export async function readEndpoints(db: EntityManager, seal: Seal): Promise<WebhookEndpointAnswer[]> {
  const states = await readEndpointStates(db);
  return Promise.all(
    states.map(async ({ sealedUrl, ...state }) => {
      const url = sealedUrl && !state.isLocked ? seal.open(sealedUrl) : null;
      return {
        ...state,
        host: url && new URL(url.toString()).host,
        test: await readTest(db, state.name),
      };
    }),
  );
}
