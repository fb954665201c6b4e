import type { MediaAnswer, MediaKind } from '@voordeur/contracts/http';
import { adminFetch, adminGet, adminSend } from './admin-api';
import { HttpError, throwUnlessOk } from './http';

const path = '/api/admin/media';
/** The api takes larger ones; these show how it goes on, and little is sent again after a cut. */
const partBytes = 1_000_000;
/** On a slow line a part takes a while. */
const partLimitMs = 120_000;
const askAgainMs = 500;
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000];

interface Options {
  signal: AbortSignal;
  /** Called with the bytes that the api has. */
  onReceived: (bytes: number) => void;
}

/** Uploads of this tab by their files, to go on with one that was given up. */
const begun = new Map<string, string>();

/**
 * Uploads a file and waits until a worker has checked it. After a cut it goes on where it was, for half a minute
 * by itself, and once the same file is chosen again. Throws an HttpError if it's refused, and what `fetch` throws.
 */
export async function upload(
  file: Blob,
  kind: MediaKind,
  { signal, onReceived }: Options,
): Promise<MediaAnswer> {
  const key = file instanceof File ? [kind, file.name, file.size, file.lastModified].join('/') : null;
  let media =
    (await findBegun(key, signal)) ??
    (await adminSend<MediaAnswer>('POST', path, { kind, bytes: file.size }));
  if (key !== null) begun.set(key, media.id);
  while (media.state === 'uploading' || media.state === 'waiting') {
    const before = media;
    media = await tryAgain(() => takeStep(file, before, signal), signal);
    onReceived(media.received);
  }
  return media;
}

/**
 * Waits until a worker has made a file that was ordered; goes on after a cut, for half a minute. Throws as `upload` does.
 */
export async function waitForFile(id: string, signal: AbortSignal): Promise<MediaAnswer> {
  for (;;) {
    const media = await tryAgain(() => readFile(id, signal), signal);
    if (media.state !== 'waiting') return media;
    await pause(askAgainMs, signal);
  }
}

const readFile = (id: string, signal: AbortSignal) => adminGet<MediaAnswer>(`${path}/${id}`, signal);

/** Null for a file that wasn't begun, or whose upload was refused or is gone. */
async function findBegun(key: string | null, signal: AbortSignal): Promise<MediaAnswer | null> {
  const id = key !== null && begun.get(key);
  if (!id) return null;
  const media = await readFile(id, signal).catch(() => null);
  return media?.state === 'refused' ? null : media;
}

/** A part that came although its answer was lost changes nothing the second time. */
async function tryAgain<Answer>(step: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    try {
      return await step();
    } catch (failure) {
      if (signal.aborted || !isPassing(failure)) throw failure;
    }
    await pause(pauseMs, signal);
  }
  return step();
}

async function takeStep(
  file: Blob,
  { id, state, received }: MediaAnswer,
  signal: AbortSignal,
): Promise<MediaAnswer> {
  if (state === 'waiting') {
    await pause(askAgainMs, signal);
    return readFile(id, signal);
  }
  const response = await adminFetch(`${path}/${id}?from=${received}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: file.slice(received, received + partBytes),
    signal: AbortSignal.any([signal, AbortSignal.timeout(partLimitMs)]),
  });
  return (await (await throwUnlessOk(response)).json()) as MediaAnswer;
}

/** Whether the same may succeed later: there was no answer, too many came at once, or a server is away. */
function isPassing(failure: unknown): boolean {
  return !(failure instanceof HttpError) || failure.status === 429 || failure.status >= 500;
}

/** Rejects if `signal` ends it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
