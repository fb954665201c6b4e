import { type WebhookEndpoint, type WebhookEndpointAnswer, webhookEndpoints } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

interface EndpointRow {
  name: WebhookEndpoint;
  configured: boolean;
  off_since: Date | null;
  off_reason: string | null;
  waiting: number;
  failed: number;
}

/** Every endpoint there can be, with what waits for it and what failed. */
export async function readEndpoints(db: EntityManager): Promise<WebhookEndpointAnswer[]> {
  const rows: EndpointRow[] = await db.query(
    `select name, coalesce(configured, false) as configured, off_since, off_reason,
      (select count(*)::int from outbox where destination = name and state = 'waiting') as waiting,
      (select count(*)::int from outbox where destination = name and state = 'failed') as failed
    from unnest($1::text[]) with ordinality as known (name, place) left join webhook_endpoints using (name)
    order by place`,
    [webhookEndpoints],
  );
  return rows.map((row) => ({
    name: row.name,
    configured: row.configured,
    offSince: row.off_since?.toISOString() ?? null,
    offReason: row.off_reason,
    waiting: row.waiting,
    failed: row.failed,
  }));
}
