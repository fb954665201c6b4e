import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type VisitEvent } from '@voordeur/contracts/jobs';
import { edgeKeyOf, LOGGER } from '@voordeur/server';
import type { Logger } from 'pino';
import { Config } from '../platform/config.js';
import { ChunkGatherer } from '../platform/chunk-gatherer.js';
import { FixedWindow } from '../platform/fixed-window.js';
import { RedisHealth } from '../platform/redis-health.js';
import { readEdgeLine } from './edge-lines.js';
import { VisitsProducer } from './visits.producer.js';

/** Nobody waits for these, so chunks are larger than those of the beacon. */
const chunks = { maxWaitMs: 200, maxInFlight: 0 };
/** While Redis is slow, this many chunks wait. Lines beyond that are dropped so that they don't fill our memory. */
const maxWaiting = 40;
/**
 * These lines get a share of Redis's memory and of the queue that ends far below the point where leads and visits by
 * people are refused (RedisHealth), so that a flood of page requests can't block those.
 */
const redisShare = 0.35;
const maxQueued = 200;
/** Lines per address and minute; nobody needs to see more of one program. */
const maxPerMinute = 600;
const countEveryMs = 1_000;
const logEveryMs = 60_000;
const receiveBuffer = 4 * 1_024 * 1_024;

/** Receives nginx's log lines of page requests, which is how programs that run no JavaScript are counted. */
@Injectable()
export class EdgeListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly gathered = new ChunkGatherer<VisitEvent>(chunks, (events) => this.visits.addChunk(events));
  private socket: Socket | null = null;
  private malformed = 0;
  private dropped = 0;
  private queued = 0;
  private readonly perAddress = new FixedWindow(maxPerMinute);
  private readonly key: string;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly config: Config,
    private readonly visits: VisitsProducer,
    private readonly health: RedisHealth,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = edgeKeyOf(config.jwtSecret);
  }

  /** Throws if the port is taken: on one machine only one process can listen. */
  async onApplicationBootstrap(): Promise<void> {
    const { host, edgeLogPort } = this.config;
    if (edgeLogPort === 0) return;
    const type = isIPv6(host) ? 'udp6' : 'udp4';
    const socket = createSocket({ type, recvBufferSize: receiveBuffer });
    socket.bind(edgeLogPort, host);
    try {
      await once(socket, 'listening');
    } catch (cause) {
      throw new Error(`UDP port ${edgeLogPort} (EDGE_LOG_PORT) cannot be listened on`, { cause });
    }
    socket.on('message', (datagram) => {
      this.take(datagram.toString('utf8'));
    });
    socket.on('error', (error) => {
      this.logger.error({ err: error }, 'edge lines');
    });
    this.socket = socket;
    this.timers.push(
      setInterval(() => {
        this.logLosses();
      }, logEveryMs),
      setInterval(() => void this.countQueued(), countEveryMs),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.socket?.close();
    this.socket = null;
    await this.gathered.flush();
    this.logLosses();
  }

  private take(datagram: string): void {
    const visit = readEdgeLine(datagram, { key: this.key, nowMs: Date.now() });
    if (!visit) this.malformed += 1;
    else if (!this.hasRoomFor(visit)) this.dropped += 1;
    else {
      this.gathered.add(visit).catch(() => {
        this.dropped += 1;
      });
    }
  }

  private hasRoomFor({ address }: VisitEvent): boolean {
    if (this.health.usedShare >= redisShare || this.queued >= maxQueued) return false;
    if (this.gathered.waiting >= maxWaiting) return false;
    return !this.config.rateLimit || this.perAddress.take(address) === null;
  }

  private async countQueued(): Promise<void> {
    // While Redis is unavailable nothing can be added either, so an old count does no harm.
    this.queued = await this.visits.countQueued().catch(() => this.queued);
  }

  private logLosses(): void {
    if (this.malformed + this.dropped === 0) return;
    this.logger.warn({ malformed: this.malformed, dropped: this.dropped }, 'edge lines not taken');
    this.malformed = 0;
    this.dropped = 0;
  }
}
