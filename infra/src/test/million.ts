import 'reflect-metadata';
import { loadVisits } from '../samples/load-visits.js';
import { giveUp } from '../local/advice.js';
import { stopStack } from '../local/stop-stack.js';
import { inWords, runParts } from './run-parts.js';
import { browserTests, whole } from './whole-stack.js';

/** `make test-million`: the browser tests with a million page views of 400 days in the database. */
const visitsPerDay = Array<number>(400).fill(2_500);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopStack(whole.localDir).finally(() => process.exit(130)));
}
try {
  const parts = browserTests(() => loadVisits(whole.databaseUrl, visitsPerDay));
  const total = await runParts(parts).finally(() => stopStack(whole.localDir));
  process.stdout.write(`${inWords(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  giveUp(error);
}
