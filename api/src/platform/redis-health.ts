import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { QuickRedis } from './redis-connection.js';
import { weakSettings } from './redis-settings.js';
import { LOGGER } from './logger.js';

const everyMs = 1_000;
/** Under `noeviction` a full Redis stops its workers too and never empties, so new work is refused before that. */
const fullFrom = 0.7;

export type RedisState = 'usable' | 'away' | 'full';

/** Watches Redis once a second: whether it answers, and how full it is. */
@Injectable()
export class RedisHealth implements OnModuleInit, OnApplicationShutdown {
  private state: RedisState | null = null;
  private share = 0;
  /** Of this connection: at its first answer, for just after a start a busy machine may not give one in time. */
  private settingsRead = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: QuickRedis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const begin = () => {
      this.settingsRead = false;
      void this.check();
    };
    if (this.redis.status === 'ready') begin();
    this.redis.on('ready', begin);
    this.timer = setInterval(() => void this.check(), everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** As of the last look, at most a second or so ago. */
  get isFull(): boolean {
    return this.state === 'full';
  }

  /** How much of `maxmemory` is used, from 0 to 1, as of the last answer. */
  get usedShare(): number {
    return this.share;
  }

  /** Looks now; answers within 300 ms. */
  async check(): Promise<RedisState> {
    const state = await this.look();
    if (state !== this.state && (state !== 'usable' || this.state !== null)) {
      this.logger[state === 'usable' ? 'info' : 'warn']({ redis: state }, 'Redis changed its state');
    }
    this.state = state;
    if (state !== 'away' && !this.settingsRead) {
      this.settingsRead = true;
      void this.warnOfWeakSettings();
    }
    return state;
  }

  private async look(): Promise<RedisState> {
    try {
      const memory = await this.redis.info('memory');
      const limit = numberOf(memory, 'maxmemory');
      this.share = limit > 0 ? numberOf(memory, 'used_memory') / limit : 0;
      return this.share >= fullFrom ? 'full' : 'usable';
    } catch {
      return 'away';
    }
  }

  private async warnOfWeakSettings(): Promise<void> {
    for (const meaning of await weakSettings(this.redis)) this.logger.warn(`Redis: ${meaning}`);
  }
}

function numberOf(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
