import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { SharedLink } from '@voordeur/contracts/db';
import type { OpenSharedAnswer, OpenSharedBody } from '@voordeur/contracts/http';
import { addressKeys } from '@voordeur/server';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { judgeLogins } from '../admin-session/login-failures.js';
import { ApiError } from '../platform/api-error.js';
import type { Client } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { isPassword } from './link-password.js';
import { SharedLinks } from './shared-links.js';

/** Not that of the owner's sessions, so neither token is accepted as the other. */
const audience = 'voordeur-shared';
const viewSeconds = 3_600;

/** Opens links: trades a link's token, and its password if it has one, for access that is good for an hour. */
@Injectable()
export class SharedViews {
  private readonly addresses: KeyedHash;
  /** One after the other: a flood of guesses holds one connection to Postgres and one processor, not all there are. */
  private lastCheck: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: DataSource,
    private readonly links: SharedLinks,
    private readonly tokens: JwtService,
    private readonly config: Config,
  ) {
    this.addresses = new KeyedHash(config.jwtSecret, 'link-addresses');
  }

  /** Throws `link-expired`, `link-password-needed`, `invalid-credentials` for a wrong password, or `locked-out`. */
  async open({ token, password }: OpenSharedBody, client: Client): Promise<OpenSharedAnswer> {
    const link = await this.links.find({ token });
    if (link.passwordHash) {
      if (password === undefined) throw new ApiError('link-password-needed');
      const { id, passwordHash } = link;
      const checked = this.lastCheck.then(() => this.checkPassword(id, password, passwordHash, client));
      this.lastCheck = checked.catch(() => undefined);
      await checked;
    }
    await this.links.noteUse(link);
    return {
      token: await this.tokens.signAsync({}, { subject: link.id, audience, expiresIn: viewSeconds }),
      timeZone: this.config.timeZone,
      ...{ name: link.name, query: link.query },
    };
  }

  /** The link of an open view. Throws `view-expired` after its hour, and `link-expired` once the link has ended. */
  async find(authorization: string | undefined): Promise<SharedLink> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const { sub } = await this.tokens
      .verifyAsync<{ sub?: unknown }>(token, { audience })
      .catch(() => ({ sub: undefined }));
    if (!isUUID(sub)) throw new ApiError('view-expired');
    return this.links.find({ id: sub as string });
  }

  /** Wrong passwords count as wrong keys do, but apart from those: for each link by address, and for all addresses together. */
  private async checkPassword(
    linkId: string,
    password: string,
    passwordHash: Buffer,
    client: Client,
  ): Promise<void> {
    const isRight = await isPassword(password, passwordHash);
    const [address] = addressKeys(client.address);
    const { loginMaxAttempts: maxFailures, loginLockoutMinutes: lockoutMinutes } = this.config;
    const attempt = {
      address: this.addresses.of(`${linkId} ${address?.key}`),
      network: this.addresses.of(linkId),
    };
    const [outcome] = await judgeLogins<typeof attempt, null>(
      this.db,
      [attempt],
      { maxFailures, lockoutMinutes },
      {
        check: () => Promise.resolve(isRight ? { kind: 'proved', result: null } : null),
        onLocked: () => Promise.resolve(),
      },
    );
    if (outcome?.kind === 'locked')
      throw new ApiError('locked-out', { retryAfterSeconds: Math.ceil(outcome.leftMs / 1_000) });
    if (outcome?.kind !== 'proved') throw new ApiError('invalid-credentials');
  }
}
