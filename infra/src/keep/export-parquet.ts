import { resolve } from 'node:path';
import { Advice, giveUp } from '../local/advice.js';
import { alone } from './databases.js';
import { readKeepSettings } from './keep-settings.js';
import { exportParquet } from './write-parquet.js';

/** `make export-parquet DIR=… [FROM=…] [TO=…]`: page views, sessions and figures for a warehouse, in the folder of the first argument. */
const [folder, from, to] = process.argv.slice(2).map((argument) => (argument === '' ? undefined : argument));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted.abort(new Advice('It was interrupted; the files named above are whole.', 'run it again.'));
  });
}
// What nobody reads any more (make export-parquet | head) is written all the same.
process.stdout.on('error', () => undefined);

try {
  const settings = readKeepSettings();
  const startedAt = Date.now();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await alone(settings, () =>
    exportParquet(settings.databaseUrl, {
      ...{ folder: resolve(folder ?? ''), from, to, say, signal: interrupted.signal },
    }),
  );
  say(
    `Exported in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s. No addresses, hashes, ids or user agents are in it.`,
  );
} catch (error) {
  giveUp(error);
}
