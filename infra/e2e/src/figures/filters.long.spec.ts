import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseLine, readPageView, recordVisits } from '@voordeur/worker';
import { buildAll, useDatabase, useIntake, visitEvent } from '@voordeur/worker/testing';
import { makeRoles } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';
import startTestServices from '../run/services.js';
import { loadVisits } from '../samples/load-visits.js';
import { compareFilters } from './compare-filters.js';

/* `make drill NAME=filters`: filtered figures compared with a recount, on a real log and a million visits. */
const combinations = Number(process.env['COMBINATIONS'] ?? 200);
const visits = Number(process.env['VISITS'] ?? 1_000_000);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const log = join(process.env['SHARED_DATA'] ?? join(root, '../shared/data'), 'access-log-open.log.gz');

let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stop = await startTestServices();
  await makeRoles();
});
afterAll(() => stop?.());
const database = useDatabase();
const intake = useIntake(database);

async function compare(of: string) {
  process.stdout.write(`${of}: SEED=${seed}\n`);
  const { sessions, selecting } = await compareFilters(database.dataSource, combinations, seed);
  process.stdout.write(
    `${of}: ${sessions} sessions, ${combinations} combinations, of which ${selecting} select some: all figures agree\n`,
  );
  expect(selecting).toBeGreaterThan(combinations / 4);
}

it('every filtered figure of a real log equals a recount', async ({ skip }) => {
  skip(!existsSync(log), `${log} isn't there: it's third parties' and no part of the product`);
  const lines = createInterface({ input: createReadStream(log).pipe(createGunzip()) });
  const events: ReturnType<typeof visitEvent>[] = [];
  for await (const line of lines) {
    const parsed = parseLine(line);
    const view = 'malformed' in parsed ? parsed : readPageView(parsed);
    if ('malformed' in view || 'leftOut' in view) continue;
    const { timeMs, referrer, ...rest } = view;
    const occurredAt = new Date(timeMs).toISOString();
    events.push(visitEvent({ ...rest, occurredAt, source: 'import', ...(referrer && { referrer }) }));
  }
  for (let first = 0; first < events.length; first += 500)
    await recordVisits([{ id: uuidv7(), data: { events: events.slice(first, first + 500) } }], intake);
  await buildAll(database.dataSource);
  await compare('the real log');
});

it(`every filtered figure of ${visits} generated visits equals a recount`, async () => {
  await loadVisits(database.ownersUrl, Array<number>(400).fill(visits / 400));
  await compare('made visits');
});
