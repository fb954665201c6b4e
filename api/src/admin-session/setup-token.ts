import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config.js';
import { KeyedHash } from '../platform/keyed-hash.js';

type Secrets = Pick<Config, 'jwtSecret' | 'adminSecretKey'>;

const validSeconds = 3_600;
const setupToken = /^setup\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

/** A token that opens an admin area nobody has opened yet in place of the key, for an hour from `nowMs`. */
export function makeSetupToken(secrets: Secrets, nowMs = Date.now()): string {
  const endsAt = String(Math.floor(nowMs / 1_000) + validSeconds);
  return `setup.${endsAt}.${hashOf(secrets).of(endsAt).toString('base64url')}`;
}

/** Whether it is one that was made with these secrets and hasn't ended. */
export function isSetupToken(token: string, secrets: Secrets, nowMs = Date.now()): boolean {
  const [, endsAt, hash] = setupToken.exec(token) ?? [];
  if (endsAt === undefined || hash === undefined || Number(endsAt) * 1_000 <= nowMs) return false;
  return hashOf(secrets).matches(endsAt, Buffer.from(hash, 'base64url'));
}

/** Whether anybody ever logged in: from then on no set-up token opens. */
export async function wasOpened(db: EntityManager): Promise<boolean> {
  const [row] = await db.query<[{ was: boolean }]>(
    `select exists (select from security_events where kind = 'login') or exists (select from admin_sessions) as was`,
  );
  return row.was;
}

/** Made of both secrets, as the tokens of sessions are: it ends when either changes. */
const hashOf = ({ jwtSecret, adminSecretKey }: Secrets) =>
  new KeyedHash(`${jwtSecret}\n${adminSecretKey}`, 'setup-link');
