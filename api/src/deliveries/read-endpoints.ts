import { type WebhookEndpointAnswer, webhookEndpoints } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

type EndpointRow = Omit<WebhookEndpointAnswer, 'offSince'> & { offSince: Date | null };

/** Every possible endpoint, with its waiting and failed deliveries. */
export async function readEndpoints(db: EntityManager): Promise<WebhookEndpointAnswer[]> {
  const rows: EndpointRow[] = await db.query(
    `select name, coalesce(configured, false) as configured, off_since as "offSince",
      off_reason as "offReason",
      (select count(*)::int from outbox where destination = name and state = 'waiting' and due_at is not null) as waiting,
      (select count(*)::int from outbox where destination = name and state = 'failed') as failed
    from unnest($1::text[]) with ordinality as known (name, place) left join webhook_endpoints using (name)
    order by place`,
    [webhookEndpoints],
  );
  return rows.map((row) => ({ ...row, offSince: row.offSince?.toISOString() ?? null }));
}
