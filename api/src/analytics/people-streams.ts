import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { describeError, LOGGER } from '@voordeur/server';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AdminSessions, type OpenSession } from '../admin-session/admin-sessions.js';
import { ApiError } from '../platform/api-error.js';
import { readPeople } from './read-people.js';

const lookEveryMs = 1_000;
/** nginx ends a stream that says nothing for a minute (nginx.conf), and a page gives it up before that. */
const silentAtMostMs = 15_000;
/** Where a flood of visitors makes the question slow, it's asked less often, so it takes a tenth of one processor at most. */
const pausePerLook = 9;

interface Stream {
  body: Readable;
  sessionId: string;
  /** The last event that it was given. */
  given?: Buffer;
}

/**
 * The open streams of people on the site now. One question for all of them, once a second while there are any. A stream
 * ends with its session, at most a second or two late, with its client and with this process. If Postgres doesn't answer,
 * all end, because nobody knows whose session has.
 */
@Injectable()
export class PeopleStreams implements OnModuleDestroy {
  private readonly streams = new Set<Stream>();
  private isLooking = false;
  private isClosing = false;
  private event: Buffer | undefined;
  private nextLookMs = 0;
  private lastWordMs = 0;

  constructor(
    private readonly db: DataSource,
    private readonly sessions: AdminSessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers with a stream. Throws `unavailable` while this process is closing. */
  open(session: OpenSession, reply: FastifyReply): void {
    if (this.isClosing) throw new ApiError('unavailable');
    const stream: Stream = { body: new Readable({ read: () => undefined }), sessionId: session.id };
    this.streams.add(stream);
    // Also the end of an answer to HEAD, which has no body that could close.
    reply.raw.once('close', () => {
      this.streams.delete(stream);
      stream.body.destroy();
    });
    void reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no') // Any nginx on the way passes on each event as it comes.
      .send(stream.body);
    if (this.event) give(stream, this.event);
    if (!this.isLooking) void this.lookWhileWatched();
  }

  /** Otherwise a process that is to end would wait for the owner to close her page. */
  onModuleDestroy(): void {
    this.isClosing = true;
    this.end([...this.streams]);
  }

  private async lookWhileWatched(): Promise<void> {
    this.isLooking = true;
    this.nextLookMs = 0;
    while (this.streams.size > 0) {
      try {
        await this.endThoseOfEndedSessions();
        if (performance.now() >= this.nextLookMs) await this.look();
        this.tellAll();
      } catch (error) {
        this.logger.warn({ err: describeError(error) }, 'the people on the site could not be read');
        this.event = undefined;
        this.end([...this.streams]);
      }
      await wait(lookEveryMs, undefined, { ref: false });
    }
    this.event = undefined;
    this.isLooking = false;
  }

  private async endThoseOfEndedSessions(): Promise<void> {
    const watched = [...this.streams];
    const open = await this.sessions.whichAreOpen(new Set(watched.map(({ sessionId }) => sessionId)));
    this.end(watched.filter(({ sessionId }) => !open.has(sessionId)));
  }

  private async look(): Promise<void> {
    const startMs = performance.now();
    const event = Buffer.from(`data: ${JSON.stringify(await readPeople(this.db, new Date()))}\n\n`);
    const endMs = performance.now();
    this.nextLookMs = endMs + Math.min(pausePerLook * (endMs - startMs), silentAtMostMs);
    if (!this.event?.equals(event)) this.event = event;
  }

  /** The same bytes for all, and only to those that don't have them yet. A slow client skips some. */
  private tellAll(): void {
    const nowMs = performance.now();
    let isNews = false;
    for (const stream of this.streams) {
      if (this.event === undefined || stream.given === this.event || stream.body.readableLength > 0) continue;
      give(stream, this.event);
      isNews = true;
    }
    if (isNews) this.lastWordMs = nowMs;
    else if (nowMs - this.lastWordMs >= silentAtMostMs) {
      for (const { body } of this.streams) body.push(': nothing new\n\n');
      this.lastWordMs = nowMs;
    }
  }

  private end(streams: Stream[]): void {
    for (const stream of streams) {
      this.streams.delete(stream);
      stream.body.push(null);
    }
  }
}

function give(stream: Stream, event: Buffer): void {
  stream.given = event;
  stream.body.push(event);
}
