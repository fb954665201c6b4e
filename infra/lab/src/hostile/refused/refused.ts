import { freePort } from '@voordeur/testing';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { atMost, type Row } from '../../measuring/figures.js';
import { forSeconds } from '../../measuring/load.js';
import { pidOfPart, readProcess } from '../../measuring/process.js';
import { forgedEdgeLines } from './edge-lines.js';
import { forgedHeaders } from './forged-headers.js';
import { lineInjection, massAssignment } from './injection.js';
import { forgedTokens, loginRaces } from './logins-and-tokens.js';
import { rawRequests } from './raw-requests.js';
import { regularExpressions } from './regular-expressions.js';
import { type Count, type Kind, openTarget } from './target.js';
import { traversal } from './traversal.js';
import { forbiddenWebhooks, webhookAddresses } from './webhook-addresses.js';

const webhookPort = await freePort();

/** What has to be refused, each kind by the name that ATTACKS picks it by. */
const kinds: Record<string, Kind> = {
  'regular-expressions': regularExpressions,
  'forged-headers': forgedHeaders,
  'raw-requests': rawRequests,
  'login-races': loginRaces,
  'forged-tokens': forgedTokens,
  traversal,
  'line-injection': lineInjection,
  'mass-assignment': massAssignment,
  'webhook-addresses': webhookAddresses(webhookPort),
  'edge-lines': forgedEdgeLines,
};
export const kindNames = Object.keys(kinds);
const isAsked = process.env['LONG'] === '1' ? forSeconds(3_600) : () => false;
/** Shown of each kind; the first ones say what to look for. */
const mostShown = 20;

/**
 * All of these kinds against one stack, then all of them again, for an hour with LONG=1: by then neither process may have
 * become larger. Yields the rows of each kind once its last round is over.
 */
export async function* refuseAll(names: string[]): AsyncGenerator<[name: string, rows: Row[]]> {
  const counts: Record<string, Count> = {};
  const settings = ownSettings('test-hostile', 4, {
    TRUSTED_PROXIES: '127.0.0.1',
    ...forbiddenWebhooks(webhookPort),
  });
  const round = async (chosen: string[]) => {
    for (const name of chosen) {
      const { target, count } = openTarget(settings);
      // What couldn't be tried wasn't refused, and keeps no other kind from being tried.
      await kinds[name]?.(target).catch((error: unknown) => count.open.push(String(error)));
      const before = counts[name] ?? { tries: 0, open: [], failures: [] };
      counts[name] = {
        tries: before.tries + count.tries,
        open: [...before.open, ...count.open],
        failures: [...before.failures, ...count.failures],
      };
    }
  };
  const residentMb = () =>
    Object.fromEntries(
      ['api-1', 'worker-1'].map((part) => [part, readProcess(pidOfPart(settings.localDir, part)).residentMb]),
    );
  const memory = await withStack(settings, async () => {
    await round(names);
    const before = residentMb();
    // These ask the stack for nothing.
    const repeated = names.filter((name) => name !== 'regular-expressions');
    do await round(repeated);
    while (isAsked());
    return Object.entries(residentMb()).map(([part, after]) => {
      const grown = atMost(`growth of ${part}`, after - (before[part] ?? 0), 40, 'MB');
      return { ...grown, more: { before: before[part] ?? 0, after } };
    });
  });

  for (const name of names) {
    const { tries, open, failures } = counts[name] ?? { tries: 0, open: ['it was not tried'], failures: [] };
    for (const one of open.slice(0, mostShown)) process.stdout.write(`    not refused: ${one}\n`);
    for (const one of failures.slice(0, mostShown)) process.stdout.write(`    failed: ${one}\n`);
    yield [
      name,
      [
        { what: 'tried', value: tries },
        atMost('not refused', open.length, 0),
        atMost('answers 5xx', failures.length, 0),
      ],
    ];
  }
  yield ['memory after all of these', memory];
}
