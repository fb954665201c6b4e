import { Advice, giveUp } from '@voordeur/operate/local/advice.js';
import { askPostgres, findRunningStack, visitedSiteOf } from '@voordeur/operate/local/running-stack.js';
import { post, signup } from '../helpers/post.js';
import { until } from '@voordeur/operate/local/until.js';

/** `make send-visit` and `make send-lead`: posts one sample through nginx, waits for its row, and prints both. */
const samples = {
  visit: {
    path: '/api/visit',
    table: 'visits',
    body: { page: '/learn?utm_source=sample', language: 'ENG' },
  },
  lead: {
    path: '/api/newsletter-signup',
    table: 'leads',
    body: { ...signup(), email: `sample-${Date.now()}@example.org`, language: 'ENG' },
  },
};
const storedWithinMs = 20_000;

async function sendSample({ path, table, body }: (typeof samples)[keyof typeof samples]): Promise<void> {
  const stack = findRunningStack();
  process.stdout.write(`POST ${path} ${JSON.stringify(body)}\n`);
  const id = await post(visitedSiteOf(stack) + path, body);
  if (id === null) throw new Advice('It was not accepted.', 'see make status and make logs.');
  process.stdout.write(`202, its id is ${id}\n\n`);

  const query = `select * from ${table} where id = '${id.replace(/[^\w-]/g, '')}'`;
  let row: unknown;
  const isStored = () => (row = askPostgres(stack, query)[0]) !== undefined;
  if (await until(isStored, { withinMs: storedWithinMs, everyMs: 200 })) {
    process.stdout.write(`It is this row of ${table}:\n${JSON.stringify(row, null, 2)}\n`);
    return;
  }
  throw new Advice(
    `No row of ${table} has the id ${id} after ${storedWithinMs / 1_000} s.`,
    'check that the worker is running: make status, make logs.',
  );
}

await sendSample(samples[process.argv[2] === 'lead' ? 'lead' : 'visit']).catch(giveUp);
