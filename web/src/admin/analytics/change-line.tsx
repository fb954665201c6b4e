import type { Comparison } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { useFigures } from './use-figures';

interface Props {
  now: number;
  before: number | undefined;
  /** The earlier figure is loading. */
  isAwaited?: boolean;
  comparison: Comparison;
  /** Names the compared day where the range is today, which isn't over yet: a percentage of a whole day would mislead. */
  wholeDay: string | undefined;
}

/** How a figure compares with that of the compared days, or why that isn't shown. */
export function ChangeLine({ now, before, isAwaited, comparison, wholeDay }: Props) {
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

type Change =
  { kind: 'share'; share: number } | { kind: 'none-before' } | { kind: 'too-few' } | { kind: 'no-before' };

/** How a count compares with the one of the same number of days before, if known. A share of 0.12 means 12% more. */
export function comparePeriods(now: number, before: number | undefined): Change {
  if (before === undefined) return { kind: 'no-before' };
  if (before === 0) return { kind: 'none-before' };
  if (before < comparableFrom) return { kind: 'too-few' };
  return { kind: 'share', share: now / before - 1 };
}
