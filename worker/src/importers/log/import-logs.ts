import { chunkLimit, type VisitEvent } from '@voordeur/contracts/jobs';
import { BadFile } from '../read-csv.js';
import type { ChunksInFlight } from './chunks-in-flight.js';
import type { ImportTally } from './import-tally.js';
import type { OpenLog } from './open-log.js';
import { type LogToRead, readLog } from './read-log.js';

interface ImportOptions {
  chunks: ChunksInFlight;
  tally: ImportTally;
  signal: AbortSignal;
  /** Makes events of a file's bytes; by default, those of access logs. */
  read?: (log: LogToRead) => AsyncIterable<VisitEvent>;
}

/**
 * Reads the logs one after another and resolves once their last page view is a row, with a sentence for each file that could
 * not be read to its end.
 * Never holds more than one chunk besides those in flight. Throws if `signal` aborts.
 */
export async function importLogs(logs: OpenLog[], options: ImportOptions): Promise<string[]> {
  const { chunks, tally, signal, read = readLog } = options;
  const nowMs = Date.now();
  const broken: string[] = [];
  let gathered: VisitEvent[] = [];
  for (const log of logs) {
    const bytes = orBreakOff(log, broken, signal);
    try {
      for await (const event of read({ file: log.name, bytes, tally, nowMs })) {
        gathered.push(event);
        if (gathered.length < chunkLimit) continue;
        await chunks.send(gathered, signal);
        gathered = [];
      }
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      broken.push(error.message);
    }
  }
  if (gathered.length > 0) await chunks.send(gathered, signal);
  await chunks.drain(signal);
  return broken;
}

/** The readable part of a log: a file that's cut short is imported up to the cut. */
async function* orBreakOff(log: OpenLog, broken: string[], signal: AbortSignal): AsyncGenerator<Buffer> {
  signal.addEventListener('abort', log.stop);
  try {
    for await (const bytes of log.bytes) {
      signal.throwIfAborted();
      yield bytes;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BadFile) throw error;
    broken.push(`${log.name} broke off: ${error instanceof Error ? error.message : 'reading failed'}`);
  } finally {
    signal.removeEventListener('abort', log.stop);
  }
}
