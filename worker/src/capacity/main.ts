import 'reflect-metadata';
import { exitWithError, orExit } from '@voordeur/server';
import { loadConfig } from '../platform/config.js';
import { formatCount, say } from '../import-file/run-import.js';
import { measureCapacity } from './measure-capacity.js';

/** `make measure-capacity`: how many page views a second are stored here. Ctrl-C leaves nothing behind. */
const config = orExit(loadConfig);
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    stop.abort();
  });

const storeMs = 10_000;
const { isTTY } = process.stderr;
const shown = { seconds: 0, isInLine: false };
process.stderr.write('Making a scratch database ...\n');
try {
  const measured = await measureCapacity(config, { storeMs, signal: stop.signal, onProgress });
  const { pageViewsPerSecond, processors } = measured;
  say(
    `This machine stores ${formatCount(pageViewsPerSecond)} page views a second on ${processors} processor ` +
      `${processors === 1 ? 'core' : 'cores'}; the admin's home says until when that is enough.`,
  );
} catch (error) {
  if (shown.isInLine) process.stderr.write('\n');
  if (!stop.signal.aborted) exitWithError(error);
  process.stderr.write('Stopped; nothing was measured.\n');
  process.exitCode = 130;
}

/** On a terminal one line, written again each second. */
function onProgress(pageViews: number, elapsedMs: number): void {
  // The last page views are stored a little later.
  const seconds = Math.floor(Math.min(elapsedMs, storeMs) / 1_000);
  if (seconds <= shown.seconds) return;
  const isFirst = shown.seconds === 0;
  shown.seconds = seconds;
  const isLast = elapsedMs >= storeMs;
  shown.isInLine = isTTY && !isLast;
  const line = `Storing page views: ${formatCount(pageViews)} in ${seconds} of ${storeMs / 1_000} seconds`;
  if (isTTY) process.stderr.write(`\r${line}${isLast ? '\n' : ''}`);
  else if (isFirst || isLast) process.stderr.write(`${line}\n`);
}
