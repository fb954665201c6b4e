import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WebhookEndpointState, WebhookKey } from '@voordeur/contracts/db';
import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { webhookSeal } from '@voordeur/server';
import { DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { Config } from '../platform/config.js';
import { LiveReader } from '../platform/live-reader.js';
import type { WebhookSettings } from '../platform/webhook-settings.js';

/** Receivers have as long to switch to another secret. */
const overlapMs = 24 * 3_600_000;
/** Each adds a signature to the header; more are made only by mistake. */
const mostKeys = 5;

/** Where webhooks are sent now, and what signs them: as the operator set it, else as the owner did. */
@Injectable()
export class LiveWebhooks extends LiveReader implements OnModuleInit {
  /** Without those that can't be read because JWT_SECRET has changed: their deliveries wait. */
  current: WebhookSettings;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {
    super();
    this.current = config.webhooks;
  }

  /** Before the first effect. */
  async onModuleInit(): Promise<void> {
    const { jwtSecret } = this.config;
    if (jwtSecret !== undefined) await this.readRepeatedly(() => this.read(jwtSecret));
  }

  private async read(jwtSecret: string): Promise<void> {
    const { manager } = this.db;
    const overlapsFrom = new Date(Date.now() - overlapMs);
    const stored = await Promise.all([
      manager.findBy(WebhookEndpointState, { sealedUrl: Not(IsNull()) }),
      manager.find(WebhookKey, {
        where: [{ replacedAt: IsNull() }, { replacedAt: MoreThan(overlapsFrom) }],
        order: { id: 'DESC' },
        take: mostKeys,
      }),
      // Without Postgres, which others report, the last ones hold.
    ]).catch(() => null);
    if (!stored) return;
    const [endpoints, keys] = stored;
    const seal = webhookSeal(jwtSecret);
    const { webhooks } = this.config;
    const urls = new Map<WebhookEndpoint, string>();
    for (const { name, sealedUrl } of endpoints) {
      const url = sealedUrl && seal.open(sealedUrl);
      if (url) urls.set(name, url.toString());
    }
    const ownersKeys = keys.map(({ sealedKey }) => seal.open(sealedKey)).filter((key) => key !== null);
    this.current = {
      ...webhooks,
      urls: new Map([...urls, ...webhooks.urls]),
      // Each signs: the owner doesn't know the operator's, which many installations make by themselves.
      signingKeys: [...webhooks.signingKeys, ...ownersKeys],
    };
  }
}
