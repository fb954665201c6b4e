import { chunkLimit } from '@voordeur/contracts/jobs';

interface Chunk<Event> {
  events: Event[];
  sent: Promise<void>;
  close: () => void;
}

export interface GatherOptions {
  /** The longest an event waits before its chunk is sent. */
  maxWaitMs: number;
  /**
   * How many chunks may be in flight before others wait for `maxWaitMs`. The first is sent at the end of the current
   * event loop turn, a second one if it's large enough, and the next as soon as one of them completes.
   */
  maxInFlight: number;
}

/** For requests that a browser waits for: a quiet site sends each event at once, and a flood makes larger chunks, not more. */
export const browserChunks: GatherOptions = { maxWaitMs: 5, maxInFlight: 2 };

/** From this many events on, a second chunk is worth a job of its own (measured: infra/decisions/0011). */
const worthwhileSize = 32;

/**
 * Gathers events into chunks and sends them. `add` resolves once the event's chunk is sent; if sending fails, it rejects
 * for every event in the chunk.
 */
export class ChunkGatherer<Event> {
  private open: Chunk<Event> | null = null;
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly options: GatherOptions,
    private readonly send: (events: Event[]) => Promise<void>,
  ) {}

  add(event: Event): Promise<void> {
    const chunk = (this.open ??= this.openChunk());
    chunk.events.push(event);
    const size = chunk.events.length;
    if (size >= chunkLimit || (size >= worthwhileSize && this.canSendNow(size))) chunk.close();
    return chunk.sent;
  }

  /** Chunks that are open or in flight. */
  get waiting(): number {
    return this.inFlight.size;
  }

  /** Sends the open chunk and resolves when nothing is in flight. Failures go to the callers of `add`. */
  async flush(): Promise<void> {
    this.open?.close();
    await Promise.allSettled(this.inFlight);
  }

  /** Whether an open chunk of this size can be sent before `maxWaitMs` has passed. */
  private canSendNow(size: number): boolean {
    const { maxInFlight } = this.options;
    const others = this.inFlight.size - (this.open ? 1 : 0);
    return others < (size < worthwhileSize ? Math.min(1, maxInFlight) : maxInFlight);
  }

  private openChunk(): Chunk<Event> {
    const events: Event[] = [];
    let startSending!: () => void;
    const sent = new Promise<void>((resolve) => {
      startSending = () => {
        resolve(this.send(events));
      };
    });
    const close = () => {
      if (this.open?.events !== events) return;
      this.open = null;
      clearTimeout(timer);
      startSending();
    };
    const timer = setTimeout(close, this.options.maxWaitMs);
    if (this.canSendNow(0)) setImmediate(close);
    this.inFlight.add(sent);
    const done = () => {
      this.inFlight.delete(sent);
      if (this.open && this.canSendNow(this.open.events.length)) this.open.close();
    };
    // The callers of `add` handle the failure; here it only must not be an unhandled rejection.
    sent.then(done, done);
    return { events, sent, close };
  }
}
