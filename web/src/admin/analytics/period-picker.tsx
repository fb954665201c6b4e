import { rangeNames, type Comparison, type RangeName } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { searchOf, type Period } from './period';

const OwnDaysForm = lazy(() => import('./own-days-form'));

const rangeLabels: Record<RangeName, MessageKey> = {
  today: 'admin.analytics.range.today',
  yesterday: 'admin.analytics.range.yesterday',
  '7d': 'admin.analytics.range.7d',
  '30d': 'admin.analytics.range.30d',
  '90d': 'admin.analytics.range.90d',
  'month-to-date': 'admin.analytics.range.month',
  '6m': 'admin.analytics.range.6m',
  '12m': 'admin.analytics.range.12m',
  'last-year': 'admin.analytics.range.lastYear',
  all: 'admin.analytics.range.all',
};

const comparisonLabels: [Comparison, MessageKey][] = [
  ['before', 'admin.analytics.compare.before'],
  ['year', 'admin.analytics.compare.year'],
  ['none', 'admin.analytics.compare.none'],
];

const item =
  'inline-flex min-h-9 items-center rounded-[4px] px-2 text-text-2 transition-[color] duration-160 hover:text-text aria-[current]:bg-lamp/11 aria-[current]:text-lamp-hi';

/** Links, so each view has its address, and back and forward move between them. */
export function PeriodPicker({ period }: { period: Period }) {
  const text = useText();
  const { range, comparison } = period;
  const isOwn = typeof range !== 'string';
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-x-3.5 gap-y-2">
        <Choices label={text('admin.analytics.range.label')}>
          {rangeNames.map((name) => (
            <Link
              key={name}
              to={searchOf({ ...period, range: name })}
              aria-current={name === range ? 'true' : undefined}
              className={item}
              onClick={() => setChoosing(false)}
            >
              {text(rangeLabels[name])}
            </Link>
          ))}
          <button
            type="button"
            aria-expanded={isOwn || choosing}
            aria-current={isOwn ? 'true' : undefined}
            className={item}
            onClick={() => setChoosing(!choosing)}
          >
            {text('admin.analytics.range.own')}
          </button>
        </Choices>
        <Choices label={text('admin.analytics.compare.label')} isShown>
          {comparisonLabels.map(([name, key]) => (
            <Link
              key={name}
              to={searchOf({ ...period, comparison: name })}
              aria-current={name === comparison ? 'true' : undefined}
              className={item}
            >
              {text(key)}
            </Link>
          ))}
        </Choices>
      </div>
      {(isOwn || choosing) && (
        <Suspense fallback={<div className="mt-3 min-h-19" />}>
          {/* Other days in the address, as after going back, are other values to begin with. */}
          <OwnDaysForm key={isOwn ? range.from + range.to : ''} period={period} />
        </Suspense>
      )}
    </>
  );
}

interface ChoicesProps {
  label: string;
  /** The choices don't speak for themselves. */
  isShown?: boolean;
  children: ReactNode;
}

function Choices({ label, isShown, children }: ChoicesProps) {
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center gap-0.5 rounded-control border border-line bg-street p-[3px] max-[480px]:w-full"
    >
      {isShown && (
        <span className="px-2 text-note text-text-3 max-[480px]:w-full max-[480px]:px-2.5 max-[480px]:pt-1">
          {label}
        </span>
      )}
      {children}
    </nav>
  );
}
