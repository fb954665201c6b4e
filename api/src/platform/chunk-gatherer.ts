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
   * So many chunks may wait for their answer at once. The first is sent at the end of the event loop's turn, one
   * beside it when it is large enough, and what comes beyond that as soon as one of them is answered.
   */
  atOnce: number;
}

/** For what browsers wait for: a quiet site's event goes at once, and a flood makes larger chunks, not more. */
export const forBrowsers: Gathering = { waitMs: 5, atOnce: 2 };

/** From so many events a second chunk is worth a job of its own (measured: infra/bench/NOTES.md). */
const worthAJob = 32;

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
    const size = chunk.events.length;
    if (size >= chunkLimit || (size >= worthAJob && this.mayGo(size))) chunk.close();
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

  /** Whether an open chunk of this size may go before its time is up. */
  private mayGo(size: number): boolean {
    const { atOnce } = this.gathering;
    const others = this.underWay.size - (this.open ? 1 : 0);
    return others < (size < worthAJob ? Math.min(1, atOnce) : atOnce);
  }

  private openChunk(): Chunk<Event> {
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
    const timer = setTimeout(close, this.gathering.waitMs);
    if (this.mayGo(0)) setImmediate(close);
    this.underWay.add(sent);
    const done = () => {
      this.underWay.delete(sent);
      if (this.open && this.mayGo(this.open.events.length)) this.open.close();
    };
    // Those who added see the failure; here it must only not be an unhandled one.
    sent.then(done, done);
    return { events, sent, close };
  }
}
