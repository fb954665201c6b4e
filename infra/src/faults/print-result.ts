import type { Account } from './account.js';
import type { Load } from './load.js';

export interface Result extends Account, Pick<Load, 'accepted' | 'refused'> {
  fault: string;
  /** Leads and unsubscribes that were refused although they had another place to go. */
  refusedLeads: number;
  recoverySeconds: number;
}

const columns: [head: string, value: (result: Result) => string][] = [
  ['accepted', ({ accepted }) => String(Object.values(accepted).flat().length)],
  ['refused', ({ refused }) => String(Object.values(refused).reduce((sum, count) => sum + count, 0))],
  ['leads refused', ({ refusedLeads }) => String(refusedLeads)],
  ['lost', ({ lost }) => String(lost)],
  ['doubled', ({ doubled }) => String(doubled)],
  ['figures', ({ differing }) => (differing ? 'differ' : 'equal')],
  ['delivered', ({ delivered, accepted }) => `${delivered} of ${accepted.leads.length}`],
  ['twice', ({ deliveredTwice }) => String(deliveredTwice)],
  ['recovered', ({ recoverySeconds }) => `${recoverySeconds.toFixed(1)} s`],
];

const width = 15;

export function printHead(): void {
  print(['fault', ...columns.map(([head]) => head)]);
}

/** Prints a line of the table; answers whether it is as it must be. */
export function printResult(result: Result): boolean {
  const { lost, doubled, differing, undelivered, deliveredTwice, refusedLeads, recoverySeconds } = result;
  const isGood =
    !differing &&
    Number.isFinite(recoverySeconds) &&
    lost + doubled + undelivered + deliveredTwice + refusedLeads === 0;
  print([result.fault, ...columns.map(([, value]) => value(result))], isGood ? '' : '  <- wrong');
  return isGood;
}

function print([name = '', ...cells]: string[], end = ''): void {
  process.stdout.write(
    `${name.padEnd(width + 1)}${cells.map((cell) => cell.padStart(width)).join('')}${end}\n`,
  );
}
