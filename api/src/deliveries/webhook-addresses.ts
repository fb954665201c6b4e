import { randomBytes } from 'node:crypto';
import { WebhookEndpointState, WebhookKey } from '@voordeur/contracts/db';
import type { WebhookEndpoint, WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import type { Seal } from '@voordeur/server';
import { type DataSource, type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { noteSecurityEvent } from '../admin-session/security-events.js';
import type { SessionOrigin } from '../admin-session/session-origin.js';
import { ApiError } from '../platform/api-error.js';
import { enableEndpoint } from './replay.js';

/**
 * Stores the owner's address of an endpoint and switches it on. If there's no secret to sign deliveries with, makes and
 * returns one; otherwise returns null. Throws `locked-setting` where the operator has set an address.
 */
export async function setAddress(
  db: DataSource,
  seal: Seal,
  { endpoint, url }: { endpoint: WebhookEndpoint; url: string },
  from: SessionOrigin,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const stored = await tx.query<unknown[]>(
      `insert into webhook_endpoints (name, configured, sealed_url) values ($1, false, $2)
      on conflict (name) do update set sealed_url = excluded.sealed_url where not webhook_endpoints.configured
      returning name`,
      [endpoint, seal.close(Buffer.from(url))],
    );
    if (stored.length === 0) throw new ApiError('locked-setting');
    await enableEndpoint(tx, endpoint);
    await noteSecurityEvent(tx, 'webhook-changed', from);
    await lockKeys(tx);
    const { madeAt } = await readSecret(tx, seal);
    return madeAt === null ? makeKey(tx, seal) : null;
  });
}

/** Takes the owner's address away; its deliveries wait for another. Throws `locked-setting` likewise. */
export async function removeAddress(db: EntityManager, endpoint: WebhookEndpoint): Promise<void> {
  if (await db.existsBy(WebhookEndpointState, { name: endpoint, configured: true }))
    throw new ApiError('locked-setting');
  await db.update(WebhookEndpointState, { name: endpoint }, { sealedUrl: null });
}

/** Makes and returns a new secret for signing deliveries; the old one also signs for another day. */
export async function makeSecret(db: DataSource, seal: Seal): Promise<string> {
  return db.transaction(async (tx) => {
    await lockKeys(tx);
    return makeKey(tx, seal);
  });
}

/** When the owner's secret was made; null without one that can be read. */
export async function readSecret(db: EntityManager, seal: Seal): Promise<WebhookEndpointsAnswer['secret']> {
  const key = await db.findOneBy(WebhookKey, { replacedAt: IsNull() });
  return { madeAt: key && seal.open(key.sealedKey) ? key.madeAt.toISOString() : null };
}

/** Two at once would each leave a key in use. */
async function lockKeys(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/webhook-keys'))`);
}

/** In the form of Standard Webhooks. */
async function makeKey(tx: EntityManager, seal: Seal): Promise<string> {
  const key = randomBytes(32);
  await tx.query(`delete from webhook_keys where replaced_at < now() - interval '1 day'`);
  await tx.update(WebhookKey, { replacedAt: IsNull() }, { replacedAt: () => 'now()' });
  await tx.insert(WebhookKey, { id: uuidv7(), sealedKey: seal.close(key) });
  return `whsec_${key.toString('base64')}`;
}
