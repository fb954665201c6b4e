import { chunkLimit } from '@voordeur/contracts/jobs';

interface Chunk<Event> {
  events: Event[];
  sent: Promise<void>;
  close: () => void;
}

export interface Gathering {
  /** A chunk is sent after so long at most. */
  waitMs: number;
  /**
   * While fewer chunks wait for their answer, what has arrived is sent at the end of the event loop's turn; what
   * comes beyond that, as soon as one of them is answered.
   */
  atOnce: number;
}

/** For what browsers wait for: a quiet site's event goes at once, and a flood makes larger chunks, not more. */
export const forBrowsers: Gathering = { waitMs: 5, atOnce: 2 };

/**
 * Gathers what arrives into chunks and sends them. `add` resolves once its chunk is sent and rejects, for every event
 * of it alike, when sending fails.
 */
export class ChunkGatherer<Event> {
  private open: Chunk<Event> | null = null;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly gathering: Gathering,
    private readonly send: (events: Event[]) => Promise<void>,
  ) {}

  add(event: Event): Promise<void> {
    const chunk = (this.open ??= this.openChunk());
    chunk.events.push(event);
    if (chunk.events.length >= chunkLimit) chunk.close();
    return chunk.sent;
  }

  /** Chunks that are open or wait for their answer. */
  get waiting(): number {
    return this.underWay.size;
  }

  /** Sends what is gathered now and resolves when nothing is under way; failures are the adders' to see. */
  async flush(): Promise<void> {
    this.open?.close();
    await Promise.allSettled(this.underWay);
  }

  private openChunk(): Chunk<Event> {
    const { waitMs, atOnce } = this.gathering;
    const events: Event[] = [];
    let begin!: () => void;
    const sent = new Promise<void>((resolve) => {
      begin = () => {
        resolve(this.send(events));
      };
    });
    const close = () => {
      if (this.open?.events !== events) return;
      this.open = null;
      clearTimeout(timer);
      begin();
    };
    const timer = setTimeout(close, waitMs);
    if (this.underWay.size < atOnce) setImmediate(close);
    this.underWay.add(sent);
    const done = () => {
      this.underWay.delete(sent);
      // The open one counts as well.
      if (this.underWay.size <= atOnce) this.open?.close();
    };
    // Those who added see the failure; here it must only not be an unhandled one.
    sent.then(done, done);
    return { events, sent, close };
  }
}
