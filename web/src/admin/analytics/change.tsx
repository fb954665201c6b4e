import type { Comparison } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { useFigures } from './formats';
import type { CountRow } from './panel-counts';

interface ChangeLineProps {
  now: number;
  before: number | undefined;
  /** The earlier figure is loading. */
  isAwaited?: boolean;
  comparison: Comparison;
  /** Names the compared day where the range is today, which isn't over yet: a percentage of a whole day would mislead. */
  wholeDay: string | undefined;
}

/** How a figure compares with that of the compared days, or why that isn't shown. */
export function ChangeLine({ now, before, isAwaited, comparison, wholeDay }: ChangeLineProps) {
  const text = useText();
  const { figure, percent } = useFigures();
  if (comparison === 'none') return null;
  const change = comparePeriods(now, before);
  const counted = { before: figure(before ?? 0) };
  const said = () => {
    if (isAwaited && before === undefined) return '\u00a0';
    if (wholeDay !== undefined && before !== undefined)
      return text('admin.analytics.change.wholeDay', { ...counted, day: wholeDay });
    switch (change.kind) {
      case 'no-before':
        return text('admin.analytics.change.noBefore');
      case 'none-before':
        return text('admin.analytics.change.noneBefore');
      case 'too-few':
        return text('admin.analytics.change.tooFew', counted);
      case 'share':
        if (Math.round(change.share * 100) === 0) return text('admin.analytics.change.same', counted);
        return change.share > 0
          ? text('admin.analytics.change.up', { ...counted, share: percent(change.share) })
          : text('admin.analytics.change.down', { ...counted, share: percent(-change.share) });
    }
  };
  return <p className="tabular-nums">{said()}</p>;
}

/** With fewer than this in the days before, a percentage is mostly chance. */
const comparableFrom = 30;

type PeriodChange =
  { kind: 'share'; share: number } | { kind: 'none-before' } | { kind: 'too-few' } | { kind: 'no-before' };

/** How a count compares with the one of the same number of days before, if known. A share of 0.12 means 12% more. */
export function comparePeriods(now: number, before: number | undefined): PeriodChange {
  if (before === undefined) return { kind: 'no-before' };
  if (before === 0) return { kind: 'none-before' };
  if (before < comparableFrom) return { kind: 'too-few' };
  return { kind: 'share', share: now / before - 1 };
}

/** Nothing where there is too little to tell. */
export function RowChange({ count, before }: Pick<CountRow, 'count' | 'before'>) {
  const text = useText();
  const { change } = useFigures();
  const compared = comparePeriods(count, before);
  if (compared.kind === 'none-before') return text('admin.analytics.newRow');
  return compared.kind === 'share' ? change(compared.share) : null;
}

interface GoalChangeProps {
  now: number;
  before: number | undefined;
  was: number;
}

/** A share where it isn't mostly chance, else how many there were. */
export function GoalChange({ now, before, was }: GoalChangeProps) {
  const text = useText();
  const { figure, percent } = useFigures();
  const change = comparePeriods(now, before);
  const counted = { before: figure(was) };
  if (change.kind !== 'share') return text('admin.analytics.goals.before', counted);
  const share = percent(Math.abs(change.share));
  const said =
    share === percent(0)
      ? text('admin.analytics.change.same', counted)
      : text(change.share > 0 ? 'admin.analytics.change.up' : 'admin.analytics.change.down', {
          ...counted,
          share,
        });
  return (
    <span title={said}>
      <span className="sr-only">{said}</span>
      <span aria-hidden="true">
        {share === percent(0) ? '=' : `${change.share > 0 ? '▲' : '▼'} ${share}`}
      </span>
    </span>
  );
}
