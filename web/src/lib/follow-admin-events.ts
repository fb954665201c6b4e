import { timings } from '../config/timings';
import { adminFetch, isUnauthorized } from './admin-api';
import { throwUnlessOk } from './http';

interface Followed<Event> {
  path: string;
  onEvent: (event: Event) => void;
  /** When a stream couldn't be opened or is lost. Another try follows. */
  onFailure: () => void;
}

/**
 * Follows a stream of server-sent events for as long as the page can be seen, and asks for the next one when it ends.
 * `EventSource` couldn't send the session's token. Returns how to stop.
 */
export function followAdminEvents<Event>({ path, onEvent, onFailure }: Followed<Event>): () => void {
  let open: AbortController | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect() {
    const own = new AbortController();
    open = own;
    try {
      await readAdminEvents(path, own, (data) => {
        failures = 0;
        if (open === own) onEvent(JSON.parse(data) as Event);
      });
    } catch (failure) {
      // Ended by `pause`, or the session has ended, and adminFetch has said so.
      if (open !== own || isUnauthorized(failure)) return;
      onFailure();
      failures += 1;
    }
    if (open !== own) return;
    const delayMs = Math.min(timings.streamAgainMs * 2 ** failures, timings.streamAgainAtMostMs);
    // Not all pages at the same moment, when the api is back.
    again = setTimeout(() => void connect(), delayMs * (0.5 + Math.random() / 2));
  }

  function pause() {
    clearTimeout(again);
    open?.abort();
    open = undefined;
  }

  function follow() {
    if (document.visibilityState === 'hidden') pause();
    else if (!open) void connect();
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    pause();
  };
}

/** Reads one stream to its end. Throws when it's refused, cut off, or silent for too long. */
async function readAdminEvents(
  path: string,
  controller: AbortController,
  onData: (data: string) => void,
): Promise<void> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => controller.abort(), timings.streamSilentMs);
  };
  heard();
  try {
    const headers = { accept: 'text/event-stream' };
    const { body } = await throwUnlessOk(await adminFetch(path, { headers, signal: controller.signal }));
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const part = await parts?.read();
      if (!part || part.done) return;
      heard();
      const events = (text + part.value).split('\n\n');
      text = events.pop() ?? '';
      // Lines other than data are comments that keep the stream open.
      for (const event of events) if (event.startsWith('data: ')) onData(event.slice('data: '.length));
    }
  } finally {
    clearTimeout(silence);
  }
}
