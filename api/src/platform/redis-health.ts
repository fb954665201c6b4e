import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '@voordeur/server';
import type { Logger } from 'pino';
import { QueueRedis, QuickRedis } from './redis-connection.js';
import { findWeakSettings } from './redis-settings.js';

const checkEveryMs = 1_000;
/** With `noeviction` a full Redis stops its workers too and would never empty, so new work is refused before that. */
const fullThreshold = 0.7;

export type RedisState = 'usable' | 'away' | 'full';

/** Checks once a second whether Redis responds and how full it is. */
@Injectable()
export class RedisHealth implements OnModuleInit, OnApplicationShutdown {
  private state: RedisState | null = null;
  private memoryShare = 0;
  /** Once per connection, at its first response: right after a start a busy machine may not respond in time. */
  private settingsChecked = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: QuickRedis,
    private readonly queueRedis: QueueRedis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const onReady = () => {
      this.settingsChecked = false;
      void this.check();
    };
    if (this.redis.client.status === 'ready') onReady();
    this.redis.client.on('ready', onReady);
    this.timer = setInterval(() => void this.check(), checkEveryMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** As of the last check, about a second ago at most. */
  get isFull(): boolean {
    return this.state === 'full';
  }

  /** How much of `maxmemory` is used, from 0 to 1, as of the last check that succeeded. */
  get usedShare(): number {
    return this.memoryShare;
  }

  /** Checks now; resolves within 300 ms. */
  async check(): Promise<RedisState> {
    const state = await this.readState();
    if (state !== this.state && (state !== 'usable' || this.state !== null)) {
      this.logger[state === 'usable' ? 'info' : 'warn']({ redis: state }, 'Redis changed its state');
    }
    this.state = state;
    if (state !== 'away' && !this.settingsChecked) {
      this.settingsChecked = true;
      void this.warnAboutWeakSettings();
    }
    return state;
  }

  private async readState(): Promise<RedisState> {
    try {
      const { server } = this.redis;
      if (!server) return 'away';
      const info = await server.info('memory', 'replication');
      const limit = numberOf(info, 'maxmemory');
      this.memoryShare = limit > 0 ? numberOf(info, 'used_memory') / limit : 0;
      this.queueRedis.replicated.noteReplicas(info);
      return this.memoryShare >= fullThreshold ? 'full' : 'usable';
    } catch {
      return 'away';
    }
  }

  private async warnAboutWeakSettings(): Promise<void> {
    const { server } = this.redis;
    if (!server) return;
    for (const warning of await findWeakSettings(server)) this.logger.warn(`Redis: ${warning}`);
  }
}

function numberOf(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
