import type { Analytics } from '@voordeur/contracts/http';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { isRunning, removeData } from '@voordeur/operate/local/stop-stack.js';
import { ownSettings, quickenPostgres } from '../helpers/test-stack.js';
import { loadVisits } from '../samples/load-visits.js';

/** For `make test-compose` and the like: a stack that runs already. */
const given = process.env['SITE_URL'];
export const isGiven = given !== undefined;
/** Playwright gives each of its workers a number, and a worker that takes another's place the same. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
const receiverPort = String(28_070 + worker);
const own = ownSettings(`test-browser-${worker}`, 3 + worker, {
  WEBHOOK_QUESTION_URL: `http://127.0.0.1:${receiverPort}/`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  // So that one that fails is through with it in seconds.
  WEBHOOK_RETRY_SECONDS: '0,1',
});

/** The stack that the browser tests of this worker go through, a file after the other. */
export const stack = given
  ? { baseUrl: given, adminKey: process.env['ADMIN_SECRET_KEY'] ?? '' }
  : {
      baseUrl: addressOf(own),
      adminKey: own.environment['ADMIN_SECRET_KEY'] ?? '',
      /** Its Postgres, and the port that it posts questions to. A given stack has neither for us. */
      databaseUrl: own.databaseUrl,
      receiverPort,
    };

/** Starts it with an empty database, or with VISITS page views of the last 400 days, unless it runs already. */
export async function startOwnStack(): Promise<void> {
  if (given || isRunning(own.localDir)) return;
  await removeData(own.localDir);
  await startStack(own);
  await quickenPostgres(own);
  const visits = Number(process.env['VISITS'] ?? 0);
  const days = 400;
  if (visits > 0) await loadVisits(own.databaseUrl, Array<number>(days).fill(visits / days));
}

/** Ends it, and removes what it has stored. */
export const stopOwnStack = () => removeData(own.localDir);

/** Opens a session as the owner does; answers how to read the figures with it. */
export async function logIn(baseUrl = stack.baseUrl, secretKey = stack.adminKey, userAgent = 'a test') {
  const response = await fetch(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ secretKey }),
  });
  if (!response.ok) throw new Error(`login answered ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  async function readAnalytics(): Promise<Analytics> {
    const answer = await fetch(`${baseUrl}/api/admin/analytics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`analytics answered ${answer.status}`);
    return (await answer.json()) as Analytics;
  }
  return { token, readAnalytics };
}
