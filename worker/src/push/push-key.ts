import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { PushKey } from '@voordeur/contracts/db';
import { Seal } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { newPushKey, type PushSigner, signerOf } from './web-push.js';

const log = new Logger('push');

/**
 * The installation's key for pushes, made by the first worker that needs it. If JWT_SECRET has changed since, it can't be
 * opened: a new one takes its place, and the subscriptions, which only take pushes of the old one, are deleted.
 */
export async function ensurePushKey(db: DataSource, jwtSecret: string): Promise<PushSigner> {
  const seal = new Seal(jwtSecret, 'voordeur/push');
  return db.transaction(async (tx) => {
    // Workers that start together take turns: the second finds the key of the first.
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/push-key'))`);
    const [row] = await tx.find(PushKey);
    const privateKey = row && seal.open(row.sealedPrivateKey);
    if (privateKey) return signerOf(row.publicKey, privateKey);
    if (row)
      log.warn('JWT_SECRET has changed: every device has to be switched on again, at /admin/notifications');
    const fresh = newPushKey();
    await tx.query('delete from push_subscriptions');
    await tx.upsert(
      PushKey,
      { only: true, publicKey: fresh.publicKey, sealedPrivateKey: seal.close(fresh.privateKey) },
      ['only'],
    );
    return signerOf(fresh.publicKey, fresh.privateKey);
  });
}

/** Makes the key at startup: the admin needs its public half before there's anything to send. */
@Injectable()
export class PushKeyAtStartup implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.push) await ensurePushKey(this.db, this.config.push.sealSecret);
  }
}
