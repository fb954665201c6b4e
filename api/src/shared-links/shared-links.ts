import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SharedLink } from '@voordeur/contracts/db';
import type { NewSharedLinkAnswer, SharedLinkBody, SharedLinkShown } from '@voordeur/contracts/http';
import { MoreThan, Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { noteSecurityEvent } from '../admin-session/security-events.js';
import type { SessionOrigin } from '../admin-session/session-origin.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { endAfter, hashToken, isUseNews, newSecretToken } from '../platform/secret-token.js';
import { hashPassword } from './link-password.js';
import { parseView } from './view.js';

/** Links to the figures of certain days and filters. They're rows, so one that is revoked here has ended in every process. */
@Injectable()
export class SharedLinks {
  constructor(@InjectRepository(SharedLink) private readonly links: Repository<SharedLink>) {}

  /** Throws `invalid-body` for a query that the api would refuse. */
  async create(
    { name, query, days, password }: SharedLinkBody,
    from: SessionOrigin,
  ): Promise<NewSharedLinkAnswer> {
    try {
      parseView(query);
    } catch (error) {
      throw error instanceof ApiError ? invalidField('query', 'must be the query of a view') : error;
    }
    const { token, tokenHash } = newSecretToken();
    const createdAt = new Date();
    const row = {
      ...{ id: uuidv7(), name, query, createdAt, lastUsedAt: null, expiresAt: endAfter(createdAt, days) },
      passwordHash: password === undefined ? null : await hashPassword(password),
    };
    await this.links.manager.transaction(async (tx) => {
      await tx.insert(SharedLink, { ...row, tokenHash });
      await noteSecurityEvent(tx, 'link-created', from);
    });
    return { ...show(row), token };
  }

  /** Newest first; those that have ended too, until they're removed. */
  async list(): Promise<SharedLinkShown[]> {
    const links = await this.links.find({ order: { createdAt: 'desc' } });
    return links.map(show);
  }

  /** Whether there was one to revoke. */
  async revoke(id: string): Promise<boolean> {
    const { affected } = await this.links.delete({ id });
    return affected === 1;
  }

  /** The link that works, by its token or, once it's open, by its id. Throws `link-expired` for any other. */
  async find(by: { token: string } | { id: string }): Promise<SharedLink> {
    const which = 'token' in by ? { tokenHash: hashToken(by.token) } : by;
    const link = await this.links.findOneBy({ ...which, expiresAt: MoreThan(new Date()) });
    if (!link) throw new ApiError('link-expired');
    return link;
  }

  async noteUse({ id, lastUsedAt }: SharedLink): Promise<void> {
    const now = new Date();
    if (isUseNews(lastUsedAt, now)) await this.links.update({ id }, { lastUsedAt: now });
  }
}

function show({
  passwordHash,
  createdAt,
  lastUsedAt,
  expiresAt,
  ...link
}: Omit<SharedLink, 'tokenHash'>): SharedLinkShown {
  return {
    ...{ id: link.id, name: link.name, query: link.query },
    hasPassword: passwordHash !== null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}
