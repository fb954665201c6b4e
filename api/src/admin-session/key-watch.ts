import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { noteSecurityEvent } from './security-events.js';

/** Notices at start that ADMIN_SECRET_KEY is another one than before, so that the owner hears of it. */
@Injectable()
export class KeyWatch implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { jwtSecret, adminSecretKey } = this.config;
    const fingerprint = new KeyedHash(jwtSecret, 'admin-key').of(adminSecretKey);
    await this.db.transaction(async (tx) => {
      const [changed] = await tx.query<{ isFirst: boolean }[]>(
        `insert into admin_key (fingerprint) values ($1)
        on conflict ("only") do update set fingerprint = excluded.fingerprint
        where admin_key.fingerprint <> excluded.fingerprint returning (xmax = 0) as "isFirst"`,
        [fingerprint],
      );
      if (changed?.isFirst === false) await noteSecurityEvent(tx, 'key-changed');
    });
  }
}
