import { percentile } from '../bench/row.js';
import { leadKinds, type PostedKind, type PostedLead } from './post-leads.js';

const conditions = { well: 'none hangs', hanging: 'one hangs' } as const;
export type Condition = keyof typeof conditions;

/** Prints the table; answers whether nothing is missing and no ratio of the two well endpoints is over `mostRatio`. */
export function reportDeliveries(
  posted: Record<Condition, PostedLead[]>,
  arrivedAtMs: (lead: PostedLead) => number | undefined,
  { hangs, mostRatio }: { hangs: PostedKind; mostRatio: number },
): boolean {
  print(['endpoint', '', 'accepted', 'delivered', 'p50', 'p95', 'ratio']);
  let isGood = true;
  for (const kind of leadKinds) {
    let wellP95 = NaN;
    for (const condition of ['well', 'hanging'] as const) {
      const leads = posted[condition].filter((lead) => lead.kind === kind);
      const delays = leads.map((lead) => (arrivedAtMs(lead) ?? NaN) - lead.acceptedAtMs).filter(isKnown);
      const [p50, p95] = delays.length > 0 ? [percentile(delays, 50), percentile(delays, 95)] : [NaN, NaN];
      const isHung = kind === hangs && condition === 'hanging';
      const isCompared = condition === 'hanging' && !isHung;
      const isWrong = delays.length < leads.length || (isCompared && !(p95 / wellP95 <= mostRatio));
      isGood &&= !isWrong;
      print(
        [
          kind,
          isHung ? 'hangs' : conditions[condition],
          `${leads.length}`,
          `${delays.length}`,
          // Those that hung came when the block was over: their delay is the block's.
          isHung ? '' : inMs(p50),
          isHung ? '' : inMs(p95),
          isCompared ? (p95 / wellP95).toFixed(2) : '',
        ],
        isWrong ? '  <- wrong' : '',
      );
      wellP95 = p95;
    }
  }
  return isGood;
}

const isKnown = (delay: number) => !Number.isNaN(delay);
const inMs = (value: number) => `${value.toFixed(1)} ms`;

function print([endpoint = '', condition = '', ...figures]: string[], end = ''): void {
  const cells = figures.map((figure) => figure.padStart(11)).join('');
  process.stdout.write(`${endpoint.padEnd(12)}${condition.padEnd(11)}${cells}${end}\n`);
}
