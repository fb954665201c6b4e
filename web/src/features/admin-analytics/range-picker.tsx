import { rangeNames, type RangeName } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';

/** `short` in the picker, `long` in sentences and panel heads. */
export const rangeTexts: Record<RangeName, { short: MessageKey; long: MessageKey }> = {
  today: { short: 'admin.analytics.range.today', long: 'admin.analytics.range.todayLong' },
  '7d': { short: 'admin.analytics.range.7d', long: 'admin.analytics.range.7dLong' },
  '30d': { short: 'admin.analytics.range.30d', long: 'admin.analytics.range.30dLong' },
  '90d': { short: 'admin.analytics.range.90d', long: 'admin.analytics.range.90dLong' },
  '6m': { short: 'admin.analytics.range.6m', long: 'admin.analytics.range.6mLong' },
  '12m': { short: 'admin.analytics.range.12m', long: 'admin.analytics.range.12mLong' },
  all: { short: 'admin.analytics.range.all', long: 'admin.analytics.range.allLong' },
};

const usualRange: RangeName = '30d';

/** The range in the address, or the usual one if it has none that we know. */
export function useRangeName(): RangeName {
  const [search] = useSearchParams();
  return rangeNames.find((name) => name === search.get('range')) ?? usualRange;
}

/** Links, so each range has its address, and back and forward move between them. */
export function RangePicker({ chosen }: { chosen: RangeName }) {
  const text = useText();
  return (
    <nav
      aria-label={text('admin.analytics.range.label')}
      className="flex flex-wrap gap-0.5 rounded-control border border-line bg-street p-[3px]"
    >
      {rangeNames.map((name) => (
        <Link
          key={name}
          to={`?range=${name}`}
          aria-current={name === chosen ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-[4px] px-[.8rem] text-text-2 transition-[color] duration-160 hover:text-text aria-[current]:bg-[#33291699] aria-[current]:text-lamp-hi"
        >
          {text(rangeTexts[name].short)}
        </Link>
      ))}
    </nav>
  );
}
