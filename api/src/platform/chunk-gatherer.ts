import { chunkLimit } from '@voordeur/contracts/jobs';

interface Chunk<Event> {
  events: Event[];
  sent: Promise<void>;
  close: () => void;
}

/**
 * Gathers what arrives within `waitMs` into one chunk and sends it. `add` resolves once its chunk is sent and
 * rejects, for every event of it alike, when sending fails.
 */
export class ChunkGatherer<Event> {
  private open: Chunk<Event> | null = null;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly waitMs: number,
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
    const timer = setTimeout(close, this.waitMs);
    this.underWay.add(sent);
    // Those who added see the failure; here it must only not be an unhandled one.
    sent.catch(() => undefined).finally(() => this.underWay.delete(sent));
    return { events, sent, close };
  }
}
