import { setTimeout as wait } from 'node:timers/promises';
import { Advice, giveUp } from '../local/advice.js';
import { askPostgres, findRunningStack, siteOf } from '../local/running-stack.js';

const landsWithinMs = 20_000;

/** Posts `body` through nginx, waits for its row, and prints the answer and the row. */
export async function sendSample(path: string, body: object, table: 'visits' | 'leads'): Promise<void> {
  try {
    const stack = findRunningStack();
    const response = await fetch(`${siteOf(stack)}${path}`, {
      method: 'POST',
      // Without a browser's user agent it would be detected as the bot that it is.
      headers: { 'Content-Type': 'application/json', 'User-Agent': browser },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    process.stdout.write(`POST ${path} ${JSON.stringify(body)}\n${response.status} ${text}\n\n`);
    if (response.status !== 202)
      throw new Advice('It was not accepted.', 'make status and make logs say more.');

    const { id } = JSON.parse(text) as { id: string };
    const sentAt = Date.now();
    for (;;) {
      const [row] = askPostgres(stack, `select * from ${table} where id = '${id.replace(/[^\w-]/g, '')}'`);
      if (row) {
        process.stdout.write(`It is this row of ${table}:\n${JSON.stringify(row, null, 2)}\n`);
        return;
      }
      if (Date.now() - sentAt > landsWithinMs) {
        throw new Advice(
          `No row of ${table} has the id ${id} after ${landsWithinMs / 1_000} s.`,
          'see whether the worker runs: make status, make logs.',
        );
      }
      await wait(200);
    }
  } catch (error) {
    giveUp(error);
  }
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
