import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { edgeKeyOf, type VisitEvent } from '@voordeur/contracts/jobs';
import type { Logger } from 'pino';
import { Config } from '../platform/config.js';
import { ChunkGatherer } from '../platform/chunk-gatherer.js';
import { FixedWindow } from '../platform/fixed-window.js';
import { RedisHealth } from '../platform/redis-health.js';
import { LOGGER } from '../platform/logger.js';
import { readEdgeLine } from './edge-lines.js';
import { VisitsProducer } from './visits.producer.js';

/** Nobody waits for these, so more is gathered than of the beacon's. */
const gathering = { waitMs: 200, atOnce: 0 };
/** With Redis slow, this many chunks wait; lines beyond are dropped, for they must not fill our memory. */
const mostWaiting = 40;
/**
 * Of Redis' memory and of the queue these lines have a share of their own, far below where leads and people's visits
 * are refused (RedisHealth): a flood of page requests must not refuse those.
 */
const redisShare = 0.35;
const mostChunksQueued = 200;
/** Lines of one address in a minute; nobody reads more than that of a program. */
const mostPerMinute = 600;
const lookEveryMs = 1_000;
const tellEveryMs = 60_000;
const receiveBuffer = 4 * 1_024 * 1_024;

/** Takes nginx's lines about page requests, which is how programs that run no JavaScript are seen. */
@Injectable()
export class EdgeListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly gathered = new ChunkGatherer<VisitEvent>(gathering, (events) =>
    this.visits.addChunk(events),
  );
  private socket: Socket | null = null;
  private malformed = 0;
  private dropped = 0;
  private queued = 0;
  private readonly perAddress = new FixedWindow(mostPerMinute);
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

  /** Throws when the port is taken: locally only one process may listen. */
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
        this.tell();
      }, tellEveryMs),
      setInterval(() => void this.look(), lookEveryMs),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.socket?.close();
    this.socket = null;
    await this.gathered.flush();
    this.tell();
  }

  private take(datagram: string): void {
    const visit = readEdgeLine(datagram, { key: this.key, nowMs: Date.now() });
    if (!visit) this.malformed += 1;
    else if (!this.mayTake(visit)) this.dropped += 1;
    else {
      this.gathered.add(visit).catch(() => {
        this.dropped += 1;
      });
    }
  }

  private mayTake({ address }: VisitEvent): boolean {
    if (this.health.usedShare >= redisShare || this.queued >= mostChunksQueued) return false;
    if (this.gathered.waiting >= mostWaiting) return false;
    return !this.config.rateLimit || this.perAddress.take(address) === null;
  }

  private async look(): Promise<void> {
    // With Redis away nothing can be added either, so an old count does no harm.
    this.queued = await this.visits.countQueued().catch(() => this.queued);
  }

  private tell(): void {
    if (this.malformed + this.dropped === 0) return;
    this.logger.warn({ malformed: this.malformed, dropped: this.dropped }, 'edge lines not taken');
    this.malformed = 0;
    this.dropped = 0;
  }
}
