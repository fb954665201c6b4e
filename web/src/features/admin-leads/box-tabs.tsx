import { countLimit, type LeadCounts } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { boxes, searchOf, type Box, type LeadFilters } from './lead-filters';
import { boxWords } from './lead-words';
import { Link } from '../../ui/link';

interface Props {
  filters: LeadFilters;
  counts: LeadCounts | null | undefined;
}

/** The boxes of the inbox with how much is in each; the other filters go along. */
export function BoxTabs({ filters, counts }: Props) {
  const text = useText();
  const { formatNumber } = useIntl();
  const countOf = (box: Box): string => {
    if (!counts || box === 'all') return '';
    const n = counts[box === 'quarantine' ? 'quarantined' : box];
    return n >= countLimit ? text('admin.leads.countOrMore', { n: formatNumber(n - 1) }) : formatNumber(n);
  };
  return (
    <nav
      aria-label={text('admin.leads.boxes')}
      className="-ml-2.5 flex flex-wrap gap-x-1 border-b border-line"
    >
      {boxes.map((box) => (
        <Link
          key={box}
          to={{ search: searchOf({ ...filters, box }).toString() }}
          aria-current={filters.box === box ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 text-text-2 transition-colors hover:text-text aria-[current=page]:border-lamp aria-[current=page]:text-text"
        >
          {text(boxWords[box])}
          <span className="text-note text-text-3 tabular-nums">{countOf(box)}</span>
        </Link>
      ))}
    </nav>
  );
}
