import type { Settings } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { call, logIn } from '@voordeur/e2e/helpers/clients.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { loadPersons } from '@voordeur/e2e/samples/load-persons.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';

const days = 400;
const rounds = 20;

/**
 * How long it takes to export and to erase a person, with this many page views stored and a tenth as many leads, effects,
 * attempts and rejected events. An erasure includes waiting for the worker.
 */
export async function measurePersons(settings: Settings, visits: number): Promise<Row[]> {
  await loadVisits(settings.databaseUrl, Array<number>(days).fill(visits / days));
  await withPostgres(settings.databaseUrl, (db) => db.query(loadPersons(visits / 10)));
  const url = addressOf(settings);
  const token = await logIn(url, settings.environment['ADMIN_SECRET_KEY']);
  const took = { export: [] as number[], erase: [] as number[] };
  for (let n = 1; n <= rounds; n += 1) {
    const email = `Person.${n}@example.org`;
    for (const what of ['export', 'erase'] as const) {
      const startMs = performance.now();
      const answer = await call(`${url}/api/admin/persons/${what}`, token, 'POST', { email });
      if (!(await answer.text()).includes('"leads"')) throw new Error(`${what}: without a lead`);
      took[what].push(performance.now() - startMs);
    }
  }
  const row = (what: string, tookMs: number[], mostMs: number): Row => ({
    ...atMost(`${what} of a person at ${visits} visits, p95`, percentile(tookMs, 95), mostMs, 'ms'),
    more: { 'p50 ms': percentile(tookMs, 50) },
  });
  return [row('export', took.export, 500), row('erasure', took.erase, 1_000)];
}
