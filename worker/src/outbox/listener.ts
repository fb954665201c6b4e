import { outboxChannel } from '@voordeur/contracts/db';
import pg from 'pg';
import { sessionSettings } from '../platform/database.js';

/**
 * Calls `onPlanned` after each commit that planned effects. Behind a pooler that shares connections between
 * transactions no notification arrives.
 */
export class Listener {
  private client: pg.Client | null = null;

  constructor(
    private readonly databaseUrl: string,
    private readonly onPlanned: () => void,
  ) {}

  /** Connects again if the connection was lost. Never throws and isn't waited for. */
  ensure(): void {
    if (this.client) return;
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'outbox',
      connectionTimeoutMillis: 5_000,
      options: sessionSettings('service'),
    });
    const forget = () => {
      if (this.client === client) this.client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', this.onPlanned);
    this.client = client;
    client
      .connect()
      .then(() => client.query(`listen ${outboxChannel}`))
      .catch(forget);
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }
}
