import {
  panels,
  type Filter,
  type FilterDimension,
  type RangeAnalytics,
  type SessionAnalytics,
} from '@voordeur/contracts/http';
import * as Popover from '@radix-ui/react-popover';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { CloseIcon, ForwardIcon } from '../../ui/icons';
import { Link } from '../../ui/link';
import { PopoverContent } from '../../ui/popover';
import { Skeleton } from '../../ui/query-states';
import type { Suggest } from './filter-form';
import { useDays } from './formats';
import { isOthers, useFilterLabels } from './filters';
import { countsOfRange, countsOfSessions, isPageViewPanel, type CountRow } from './panel-counts';
import { hasFilter, searchOf, toggleFilter, usePeriod, type Period } from './period';
import { PeriodPicker, rangeLabels } from './period-picker';

const FilterForm = lazy(() => import('./filter-form'));

interface Props {
  range: RangeAnalytics | undefined;
  sessions: SessionAnalytics | undefined;
  /** Below the bar, before the switch that leaves suspected robots out. */
  children?: ReactNode;
}

const unsuspected: Filter = { dimension: 'suspected', operator: 'is', value: 'no' };
const anyPage: Filter = { dimension: 'page', operator: 'is', value: '' };

/**
 * Stays in view: the period, the filters of the address as chips, and the button that adds another. Each change is a new
 * address, so back undoes it.
 */
export default function FilterBar({ range, sessions, children }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const period = usePeriod();
  const { filters } = period;
  const bar = useRef<HTMLElement>(null);
  const unread = search.getAll('filter').length - filters.length;
  const titles = titlesOf(range, sessions);
  const suggest: Suggest = (dimension) => valuesOfPanels(dimension, range, sessions);
  const change = (changed: Filter[]) => void navigate(searchOf({ ...period, filters: changed }));
  // The button that was pressed is gone.
  const focusFirst = () => bar.current?.querySelector('button')?.focus();

  return (
    <>
      <div className="sticky-bar">
        <PeriodPopover period={period} />
        <section ref={bar} aria-label={text('admin.analytics.filter.label')} className="sticky-bar-row">
          <FormPopover
            label={text('admin.analytics.filter.add')}
            className="button button-line button-small flex-none"
            filter={anyPage}
            suggest={suggest}
            onApply={(filter) => !hasFilter(period, filter) && change([...filters, filter])}
          >
            {text('admin.analytics.filter.add')}
          </FormPopover>
          {filters.map((filter, index) => (
            <Chip
              key={index}
              filter={filter}
              title={filter.dimension === 'video' ? titles.get(filter.value) : undefined}
              suggest={suggest}
              onChange={(changed) => change(filters.with(index, changed))}
              without={searchOf({ ...period, filters: filters.toSpliced(index, 1) })}
              onRemove={focusFirst}
            />
          ))}
          {filters.length > 1 && (
            <Link
              to={searchOf({ ...period, filters: [] })}
              className="button-link min-h-10 flex-none px-1 text-text-2"
              onClick={focusFirst}
            >
              {text('admin.analytics.filter.clear')}
            </Link>
          )}
        </section>
      </div>
      <div className="mt-1.5 mb-3 flex flex-wrap items-center gap-x-5">
        {children}
        <Switch
          isOn={hasFilter(period, unsuspected)}
          onChange={() => void navigate(searchOf(toggleFilter(period, unsuspected)))}
        >
          {text('admin.analytics.filter.withoutSuspected')}
        </Switch>
        {unread > 0 && (
          <p role="alert" className="w-full text-alarm">
            {text('admin.analytics.filter.unread', { count: unread })}
          </p>
        )}
      </div>
    </>
  );
}

/** Values of all page views where those have them: with a filter, sessions list only matching ones. */
function valuesOfPanels(
  dimension: FilterDimension,
  range: Props['range'],
  sessions: Props['sessions'],
): string[] {
  const ofPageViews = dimension === 'entry' || dimension === 'exit' ? 'page' : dimension;
  if (dimension === 'video') return [...titlesOf(range, sessions).keys()];
  const rows: CountRow[] = [];
  if (range && isPageViewPanel(ofPageViews)) rows.push(...countsOfRange(ofPageViews, range, undefined).rows);
  const panel = panels.find((one) => one === dimension);
  if (sessions && panel) rows.push(...countsOfSessions(panel, sessions, undefined).rows);
  return [...new Set(rows.map(({ value }) => value))]
    .filter((value) => !isOthers(value))
    .slice(0, mostSuggested);
}

/** The titles of these figures' videos, by their ids. */
function titlesOf(range: Props['range'], sessions: Props['sessions']): Map<string, string> {
  const videos = [...(range?.videoStats ?? []), ...(sessions?.videoStats ?? [])];
  return new Map(videos.map(({ videoId, title }) => [videoId, title]));
}

/** A browser takes longer to list more. */
const mostSuggested = 200;

interface ChipProps {
  filter: Filter;
  /** Its value's name, where only this component knows it. */
  title: string | undefined;
  suggest: Suggest;
  onChange: (filter: Filter) => void;
  /** The address without it. */
  without: string;
  onRemove: () => void;
}

function Chip({ filter, title, suggest, onChange, without, onRemove }: ChipProps) {
  const text = useText();
  const [dimension, operator, named] = useFilterLabels().ofFilter(filter);
  const value = title ?? named;
  const chip = useRef<HTMLSpanElement>(null);
  // A new one may be beyond the edge of a phone.
  useEffect(() => {
    const row = chip.current?.parentElement;
    if (row) row.scrollLeft = row.scrollWidth;
  }, []);
  return (
    <span
      ref={chip}
      className="inline-flex min-h-10 max-w-52 flex-none phone:max-w-96 items-stretch rounded-control bg-lamp/11 text-lamp-hi"
    >
      <FormPopover
        label={text('admin.analytics.filter.change')}
        className="min-w-0 truncate py-1 pl-3 hover:underline"
        filter={filter}
        suggest={suggest}
        onApply={onChange}
      >
        {dimension} <span className="text-text-2">{operator}</span> <b className="font-semibold">{value}</b>
      </FormPopover>
      <Link
        to={without}
        className="grid w-9 flex-none place-items-center hover:text-text"
        aria-label={text('admin.analytics.filter.remove', { filter: [dimension, operator, value].join(' ') })}
        onClick={onRemove}
      >
        <CloseIcon />
      </Link>
    </span>
  );
}

/** The period shown, and on a press all there are. */
function PeriodPopover({ period }: { period: Period }) {
  const text = useText();
  const { days } = useDays();
  const [open, setOpen] = useState(false);
  const { range } = period;
  const label = text('admin.analytics.range.label');
  const shown = typeof range === 'string' ? text(rangeLabels[range]) : days(range);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button button-line button-small flex-none"
        aria-label={`${label}: ${shown}`}
      >
        {shown}
        <span className="rotate-90 scale-75">
          <ForwardIcon />
        </span>
      </Popover.Trigger>
      <PopoverContent label={label} align="start" className="max-w-[min(34rem,calc(100vw-24px))] p-3">
        <PeriodPicker period={period} onChosen={() => setOpen(false)} />
      </PopoverContent>
    </Popover.Root>
  );
}

interface PopoverProps {
  /** Label of the popover. */
  label: string;
  className: string;
  filter: Filter;
  suggest: Suggest;
  onApply: (filter: Filter) => void;
  /** Content of the button that opens it. */
  children: ReactNode;
}

function FormPopover({ label, className, children, filter, suggest, onApply }: PopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={className}>{children}</Popover.Trigger>
      <PopoverContent label={label} align="start" className="w-80 max-w-[calc(100vw-24px)] px-4 py-3.5">
        <Suspense fallback={<Skeleton className="min-h-52" />}>
          <FilterForm
            filter={filter}
            suggest={suggest}
            onApply={(applied) => {
              setOpen(false);
              onApply(applied);
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover.Root>
  );
}

interface SwitchProps {
  isOn: boolean;
  onChange: () => void;
  children: string;
}

function Switch({ isOn, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="group ml-auto inline-flex min-h-10 items-center gap-2.5 text-text-2 hover:text-text max-phone:ml-0"
      onClick={onChange}
    >
      <span
        aria-hidden="true"
        className="inline-flex h-5 w-9 flex-none items-center rounded-control border border-edge p-0.75 group-aria-checked:border-lamp"
      >
        <span className="h-full w-3 rounded-xs bg-edge transition-transform duration-160 group-aria-checked:translate-x-4 group-aria-checked:bg-lamp" />
      </span>
      {children}
    </button>
  );
}
