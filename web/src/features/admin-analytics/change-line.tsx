import type { RangeName } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { comparePeriods } from './compare-periods';
import { useFigures } from './use-figures';

interface Props {
  now: number;
  before: number | undefined;
  name: RangeName;
}

/** How a figure stands to that of as many days before, or why that is not said. */
export function ChangeLine({ now, before, name }: Props) {
  const text = useText();
  const { figure, percent } = useFigures();
  const change = comparePeriods(now, before);
  const counted = { before: figure(before ?? 0) };
  const said = () => {
    // A day that is not over, against a whole one: the two figures, and no share of them.
    if (name === 'today' && before !== undefined) return text('admin.analytics.change.yesterday', counted);
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
