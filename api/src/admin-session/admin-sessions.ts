import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { InjectRepository } from '@nestjs/typeorm';
import { AdminSession } from '@voordeur/contracts/db';
import type { OwnerSession, SessionAnswer } from '@voordeur/contracts/http';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager, LessThan, MoreThan, Not, Repository } from 'typeorm';
import { Config } from '../platform/config.js';
import { onConnection } from '../platform/sql.js';
import type { SessionOrigin } from './session-origin.js';

export type OpenSession = Pick<AdminSession, 'id' | 'expiresAt'>;

export interface NewSession extends SessionAnswer {
  token: string;
}

/** Runs with each request of the admin area. The name makes it a prepared statement, which a connection plans once. */
const openSession = {
  name: 'open-session',
  text: 'select id, expires_at as "expiresAt" from admin_sessions where id = $1 and expires_at > $2',
};

/** Runs once a second for all streams together. */
const openSessions = {
  name: 'open-sessions',
  text: 'select id from admin_sessions where id = any($1::uuid[]) and expires_at > $2',
};

/** Sessions are rows and a token only names one, so a session that ends here has ended in every process. */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly db: DataSource,
    @InjectRepository(AdminSession) private readonly sessions: Repository<AdminSession>,
    private readonly tokens: JwtService,
    private readonly config: Config,
  ) {}

  /** Opens a session and deletes expired ones. */
  async open(tx: EntityManager, from: SessionOrigin): Promise<NewSession> {
    const expiresIn = this.config.adminSessionSeconds;
    const id = randomUUID();
    const now = new Date();
    await tx.delete(AdminSession, { expiresAt: LessThan(now) });
    await tx.insert(AdminSession, { id, ...from, expiresAt: new Date(now.getTime() + expiresIn * 1_000) });
    const token = await this.tokens.signAsync({}, { subject: id, expiresIn });
    return { token, expiresIn, timeZone: this.config.timeZone };
  }

  /** The open session that the token names, or null for any other token and for none. */
  async find(token: string | undefined): Promise<OpenSession | null> {
    const id = token === undefined ? null : await this.sessionIdIn(token);
    if (id === null) return null;
    return onConnection(this.db, async (connection) => {
      const { rows } = await connection.query<OpenSession>({ ...openSession, values: [id, new Date()] });
      return rows[0] ?? null;
    });
  }

  /** The given ids that are still open. */
  async whichAreOpen(ids: Iterable<string>): Promise<Set<string>> {
    return onConnection(this.db, async (connection) => {
      const values = [[...ids], new Date()];
      const { rows } = await connection.query<{ id: string }>({ ...openSessions, values });
      return new Set(rows.map(({ id }) => id));
    });
  }

  /** The open ones, newest first. */
  async list(ownId: string): Promise<OwnerSession[]> {
    const open = await this.sessions.find({
      where: { expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'desc' },
    });
    return open.map(({ id, createdAt, expiresAt, network, browser }) => ({
      id,
      openedAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      network,
      browser,
      isOwn: id === ownId,
    }));
  }

  /** Whether there was one to end. */
  async end(id: string): Promise<boolean> {
    const { affected } = await this.sessions.delete({ id });
    return affected === 1;
  }

  async endOthers(ownId: string, tx: EntityManager = this.sessions.manager): Promise<void> {
    await tx.delete(AdminSession, { id: Not(ownId) });
  }

  private async sessionIdIn(token: string): Promise<string | null> {
    try {
      const { sub } = await this.tokens.verifyAsync<{ sub?: unknown }>(token);
      return typeof sub === 'string' && isUUID(sub) ? sub : null;
    } catch {
      // Whatever is wrong with the token, the caller has to log in again.
      return null;
    }
  }
}
