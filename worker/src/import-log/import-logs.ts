import { chunkLimit, type VisitEvent } from '@voordeur/contracts/jobs';
import type { ChunksInFlight } from './chunks-in-flight.js';
import type { ImportTally } from './import-tally.js';
import type { OpenLog } from './open-log.js';
import { type LogToRead, readLog } from './read-log.js';

interface ImportOptions {
  chunks: ChunksInFlight;
  tally: ImportTally;
  signal: AbortSignal;
  /** What makes events of a file's bytes; by default that of access logs. */
  read?: (log: LogToRead) => AsyncIterable<VisitEvent>;
}

/** A file that could not be read to its end. */
interface BrokenLog {
  name: string;
  reason: string;
}

/**
 * Reads the logs one after another and resolves, with the files that broke off, once their last page view is a row.
 * Never holds more than one chunk besides those in flight. Throws if `signal` aborts.
 */
export async function importLogs(logs: OpenLog[], options: ImportOptions): Promise<BrokenLog[]> {
  const { chunks, tally, signal, read = readLog } = options;
  const nowMs = Date.now();
  const broken: BrokenLog[] = [];
  let gathered: VisitEvent[] = [];
  for (const log of logs) {
    const bytes = orBreakOff(log, broken, signal);
    for await (const event of read({ file: log.name, bytes, tally, nowMs })) {
      gathered.push(event);
      if (gathered.length < chunkLimit) continue;
      await chunks.send(gathered, signal);
      gathered = [];
    }
  }
  if (gathered.length > 0) await chunks.send(gathered, signal);
  await chunks.drain(signal);
  return broken;
}

/** What can be read of a log: a file that's cut short is imported up to the cut. */
async function* orBreakOff(log: OpenLog, broken: BrokenLog[], signal: AbortSignal): AsyncGenerator<Buffer> {
  signal.addEventListener('abort', log.stop);
  try {
    for await (const bytes of log.bytes) {
      signal.throwIfAborted();
      yield bytes;
    }
  } catch (error) {
    signal.throwIfAborted();
    broken.push({ name: log.name, reason: error instanceof Error ? error.message : 'reading failed' });
  } finally {
    signal.removeEventListener('abort', log.stop);
  }
}
