import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ApiKey } from '@voordeur/contracts/db';
import {
  apiKeyPrefix,
  type ApiKeyBody,
  type ApiKeyShown,
  type NewApiKeyAnswer,
} from '@voordeur/contracts/http';
import { Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../platform/api-error.js';
import { RateLimitStorage } from '../platform/rate-limits.js';
import { endAfter, hashToken, isUseNews, newSecretToken } from '../platform/secret-token.js';
import { noteSecurityEvent } from './security-events.js';
import type { SessionOrigin } from './session-origin.js';

/** Calls that keys may make: figures, never rows about a person. GET only, and with it HEAD. */
const callsOfKeys = new Set([
  '/api/admin/analytics/range',
  '/api/admin/analytics/sessions',
  '/api/admin/analytics/goals',
  '/api/admin/analytics/panels/:panel',
  '/api/admin/analytics/videos/:videoId/retention',
]);

/** Keys for programs that read figures. They're rows, so one that is revoked here has ended in every process. */
@Injectable()
export class ApiKeys {
  constructor(
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly limits: RateLimitStorage,
  ) {}

  async create({ name, days }: ApiKeyBody, from: SessionOrigin): Promise<NewApiKeyAnswer> {
    const { token, tokenHash } = newSecretToken(apiKeyPrefix);
    const createdAt = new Date();
    const row = { id: uuidv7(), name, createdAt, lastUsedAt: null, expiresAt: endAfter(createdAt, days) };
    await this.keys.manager.transaction(async (tx) => {
      await tx.insert(ApiKey, { ...row, tokenHash });
      await noteSecurityEvent(tx, 'api-key-created', from);
    });
    return { ...show(row), key: token };
  }

  /** Newest first; those that have ended too, until they're removed. */
  async list(): Promise<ApiKeyShown[]> {
    const keys = await this.keys.find({ order: { createdAt: 'desc' } });
    return keys.map(show);
  }

  /** Whether there was one to revoke. */
  async revoke(id: string): Promise<boolean> {
    const { affected } = await this.keys.delete({ id });
    return affected === 1;
  }

  /** Throws unless the key may make this call now: `invalid-credentials`, `too-many-requests` or `key-scope`. */
  async check(key: string, method: string, route: string | undefined): Promise<void> {
    const now = new Date();
    const row = await this.keys.findOneBy({ tokenHash: hashToken(key) });
    if (!row || (row.expiresAt && row.expiresAt <= now)) throw new ApiError('invalid-credentials');
    await this.limits.count('api-key', row.id);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || route === undefined || !callsOfKeys.has(route)) throw new ApiError('key-scope');
    if (isUseNews(row.lastUsedAt, now)) await this.keys.update({ id: row.id }, { lastUsedAt: now });
  }
}

function show({ id, name, createdAt, lastUsedAt, expiresAt }: Omit<ApiKey, 'tokenHash'>): ApiKeyShown {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
