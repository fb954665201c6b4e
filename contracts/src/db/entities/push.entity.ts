import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { LeadKind } from '../../http/lead.js';
import type { TextLanguage } from '../../http/languages.js';

/** The pair that signs pushes (VAPID). Subscriptions are made for its public half, so they go when it's replaced. */
@Entity('push_key')
export class PushKey {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  /** 65 bytes, an uncompressed point of P-256. */
  @Column('bytea')
  publicKey!: Buffer;

  /** Encrypted with a key that is made of JWT_SECRET, so a copy of the database alone signs nothing. */
  @Column('bytea')
  sealedPrivateKey!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}

/** A browser of the owner's that is notified of leads. It's deleted when its push service says that it's gone. */
@Entity('push_subscriptions')
@Unique('push_subscriptions_endpoint', ['endpoint'])
export class PushSubscription {
  @PrimaryColumn('uuid')
  id!: string;

  /** The push service's address for this browser. */
  @Column('text')
  endpoint!: string;

  /** The browser's public key, base64url. */
  @Column('text')
  p256dh!: string;

  /** The browser's secret, base64url. */
  @Column('text')
  auth!: string;

  /** The admin's when it subscribed. */
  @Column('text')
  language!: TextLanguage;

  /** As of a session. */
  @Column('text', { nullable: true })
  browser!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastSuccessAt!: Date | null;
}

/** The owner's choices for all of them. Without a row: `defaultPushKinds`, at any hour. */
@Entity('push_settings')
export class PushSettings {
  /** Always true: there is one row at most. */
  @PrimaryColumn('boolean', { default: true })
  only!: boolean;

  @Column('text', { array: true })
  kinds!: LeadKind[];

  /** `HH:MM` in the site's zone; both are null without quiet hours. */
  @Column('text', { nullable: true })
  quietFrom!: string | null;

  @Column('text', { nullable: true })
  quietTo!: string | null;
}
