import { SingleBar } from 'cli-progress';
import { formatCount } from '../report.js';
import type { ImportTally } from './import-tally.js';
import type { OpenLog } from './open-log.js';

const plainEveryMs = 5_000;
const barEveryMs = 200;

interface Progress {
  /** Writes a line that stays, above the bar where there is one. */
  say: (text: string) => void;
  stop: () => void;
}

/** Shows on `stderr` how far the reading is: a bar on a terminal whose files' sizes are known, else a line now and then. */
export function showProgress(logs: OpenLog[], tally: ImportTally, stderr: NodeJS.WriteStream): Progress {
  const totalBytes = logs.reduce((sum, log) => sum + (log.sizeBytes ?? NaN), 0);
  const startMs = performance.now();
  const bar = stderr.isTTY && totalBytes > 0 ? startBar(totalBytes, stderr) : null;
  const show = () => {
    const { read, percent, lines, rate, left } = measure(startMs, totalBytes, logs, tally);
    const parts = [percent, `${lines} lines`, `${rate} lines/s`, left];
    if (bar) bar.update(read, { lines, rate, left });
    else stderr.write(`${parts.filter((part) => part !== '').join(' | ')}\n`);
  };
  const timer = setInterval(show, bar ? barEveryMs : plainEveryMs);
  return {
    say: (text) => stderr.write(`${bar ? '\r\x1b[K' : ''}${text}\n`),
    stop: () => {
      clearInterval(timer);
      if (!bar) return;
      show();
      bar.stop();
    },
  };
}

function startBar(totalBytes: number, stderr: NodeJS.WriteStream): SingleBar {
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {lines} lines | {rate} lines/s | {left}',
    hideCursor: true,
    stream: stderr,
    barsize: 30,
  });
  bar.start(totalBytes, 0, { lines: '0', rate: '0', left: '' });
  return bar;
}

/** The time left is that of the bytes left at the pace so far; of a pipe nobody knows. */
function measure(startMs: number, totalBytes: number, logs: OpenLog[], tally: ImportTally) {
  const seconds = (performance.now() - startMs) / 1_000;
  const read = logs.reduce((sum, log) => sum + log.readBytes(), 0);
  const secondsLeft = (seconds * (totalBytes - read)) / read;
  const isKnown = Number.isFinite(secondsLeft);
  return {
    read,
    percent: isKnown ? `${Math.floor((100 * read) / totalBytes)} %` : '',
    lines: formatCount(tally.lines),
    rate: formatCount(tally.lines / seconds),
    left: isKnown ? `${readTime(secondsLeft)} left` : '',
  };
}

/** Seconds as `42 s` or `3 min 5 s`. */
function readTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
