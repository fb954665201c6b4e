import { useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { countLimit, type LeadCounts, type LeadsPage, mostSelected } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { adminDownload } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall, usePages } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { HeadButton, RefreshButton, ScreenHead } from '../../ui/screen-head';
import { Empty, MoreButton, QueryStates } from '../../ui/query-states';
import { useInstantFormat } from '../../ui/instant';
import { Shortcuts } from '../../ui/shortcuts';
import { TabLinks } from '../../ui/tab-links';
import { BookingsWithoutLead } from './booking-list';
import { FilterForm } from './filter-form';
import { leadsPath, useAnswerLead, useLeadCounts, useReleaseLead, boxLabels } from './lead';
import {
  filtersOf,
  isNarrowed,
  leadsQuery,
  searchOf,
  type LeadFilters,
  boxes,
  type Box,
} from './lead-filters';
import { LeadList } from './lead-list';
import { SelectionBar } from './selection-bar';

/** The inbox: every lead and question, by box and filter. j and k move the focus, e answers the focused lead. */
export default function LeadsScreen() {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search, useLocation().state);
  const path = `${leadsPath}?${leadsQuery(filters)}`;
  const searchField = useRef<HTMLInputElement>(null);
  const leads = usePages<LeadsPage>(path, readWhenOpened);
  const counts = useLeadCounts();

  const { mutate: markAnswered } = useAnswerLead();
  const release = useReleaseLead();
  const csv = useAdminCall({
    run: () => adminDownload(path, { accept: 'text/csv' }),
    failed: text('admin.leads.csvFailed'),
    invalidates: 'nothing',
    onDone: (blob) => saveBlob('leads.csv', blob),
  });

  const answerFocused = () => {
    const id = document.activeElement?.getAttribute('data-lead');
    if (!id) return;
    // Its row may leave this box, so the focus moves to the next one first.
    focusLead(1);
    markAnswered(id);
  };

  const selectFocused = () => document.activeElement?.closest('li')?.querySelector('input')?.click();

  const shown = leads.data?.pages.flatMap((page) => page.leads);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Leads of another box or filter aren't in sight, so nothing is done with them.
  const selected = (shown ?? []).filter(({ id }) => chosen.has(id)).slice(0, mostSelected);
  const late = counts.data?.late ?? 0;
  return (
    <>
      <ScreenHead
        title={text('admin.leads.title')}
        note={
          <p role="status">
            {late > 0 && <span className="text-alarm">{text('admin.leads.late', { n: late })}</span>}
          </p>
        }
      >
        <RefreshButton
          busy={leads.isFetching && shown !== undefined}
          onClick={() => {
            void leads.refetch();
            void counts.refetch();
          }}
        />
        <HeadButton busy={csv.isPending} busyLabel={text('admin.leads.csvBusy')} onClick={() => csv.mutate()}>
          {text('admin.leads.csv')}
        </HeadButton>
      </ScreenHead>
      <RetentionNote retention={counts.data?.retention ?? null} />
      <BoxTabs filters={filters} counts={counts.data} />
      <FilterForm
        filters={filters}
        searchRef={searchField}
        onChange={(next) => setSearch(searchOf(next), { replace: true, state: { q: next.q } })}
      />
      {filters.box === 'quarantine' && (
        <p className="mb-4 max-w-[44em] text-text-2">{text('admin.leads.quarantineText')}</p>
      )}
      <Shortcuts
        shortcuts={[
          { key: 'j', description: text('admin.leads.keyNext'), run: () => focusLead(1) },
          { key: 'k', description: text('admin.leads.keyPrevious'), run: () => focusLead(-1) },
          { key: 'e', description: text('admin.leads.keyAnswered'), run: answerFocused },
          { key: 'x', description: text('admin.leads.keySelect'), run: selectFocused },
          { key: '/', description: text('admin.leads.keySearch'), run: () => searchField.current?.focus() },
        ]}
      />
      <div className="mt-2">
        <QueryStates
          query={leads}
          fetching={text('admin.leads.fetching')}
          failed={text('admin.leads.notFetched')}
        />
        {shown?.length === 0 && !leads.isError && (
          <div className="panel">
            <Empty>{text(isNarrowed(filters) ? 'admin.leads.noneFound' : 'admin.leads.none')}</Empty>
          </div>
        )}
        {selected.length > 0 && (
          <SelectionBar box={filters.box} selected={selected} onDone={() => setChosen(new Set())} />
        )}
        {shown && shown.length > 0 && (
          <LeadList
            leads={shown}
            selected={chosen}
            onSelect={(ids, isSelected) =>
              setChosen((now) => {
                const next = new Set(now);
                for (const id of ids) {
                  if (isSelected) next.add(id);
                  else next.delete(id);
                }
                return next;
              })
            }
            search={search.toString()}
            q={filters.q}
            busyId={release.isPending ? release.variables : undefined}
            onRelease={release.mutate}
          />
        )}
      </div>
      <MoreButton pages={leads} />
      {filters.box === 'to-answer' && <BookingsWithoutLead />}
    </>
  );
}

/** Says a week ahead that leads will be removed, and how many. */
function RetentionNote({ retention }: { retention: LeadCounts['retention'] }) {
  const text = useText();
  const instant = useInstantFormat();
  // oxlint-disable-next-line react/purity -- it's there for a week, so any moment of this look will do
  if (retention === null || Date.parse(retention.from) <= Date.now()) return null;
  const { days, from, leads } = retention;
  return (
    <p className="mb-4 max-w-[44em] text-text-2">
      {text('admin.leads.retention', { days, from: instant(from), n: leads })}
    </p>
  );
}

/** Moves the focus down (1) or up (-1) in the list, and stops at its ends; from elsewhere it enters at the first. */
function focusLead(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-lead]')];
  const now = links.findIndex((link) => link === document.activeElement);
  const next = now === -1 ? 0 : Math.min(Math.max(now + step, 0), links.length - 1);
  links[next]?.focus();
  links[next]?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

const counted: Record<Exclude<Box, 'all'>, Exclude<keyof LeadCounts, 'retention'>> = {
  'to-answer': 'toAnswer',
  'sign-ups': 'signUps',
  answered: 'answered',
  archived: 'archived',
  quarantine: 'quarantined',
};

/** The boxes of the inbox with how much is in each; the other filters stay. */
function BoxTabs({ filters, counts }: { filters: LeadFilters; counts: LeadCounts | undefined }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const countOf = (box: Box): string => {
    if (!counts || box === 'all') return '';
    const n = counts[counted[box]];
    return n >= countLimit ? text('admin.leads.countOrMore', { n: formatNumber(n - 1) }) : formatNumber(n);
  };
  const tabs = boxes.map((box) => ({
    search: searchOf({ ...filters, box }).toString(),
    name: text(boxLabels[box]),
    count: countOf(box),
    isCurrent: filters.box === box,
  }));
  return <TabLinks label={text('admin.leads.boxes')} tabs={tabs} state={{ q: filters.q }} />;
}
