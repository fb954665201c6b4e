import { useRef, useState, useEffect, useEffectEvent, type Ref } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import {
  countLimit,
  type LeadCounts,
  type LeadsPage,
  mostSelected,
  languages,
} from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText, useLanguageName } from '../../i18n/use-text';
import { adminDownload } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall, usePages } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { AdminForm } from '../../ui/admin-form';
import { TextField } from '../../ui/field';
import { useInstantFormat } from '../../ui/instant';
import { Empty, MoreButton, QueryStates } from '../../ui/query-states';
import { HeadButton, RefreshButton, ScreenHead } from '../../ui/screen-head';
import { SelectField } from '../../ui/select-field';
import { Shortcuts } from '../../ui/shortcuts';
import { TabLinks } from '../../ui/tab-links';
import { BookingsWithoutLead } from './booking-list';
import { leadsPath, useAnswerLead, useLeadCounts, useReleaseLead, boxLabels, kindLabels } from './lead';
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
    const lead = shown?.find((one) => one.id === id);
    if (!lead) return;
    // Its row may leave this box, so the focus moves to the next one first.
    focusLead(1);
    markAnswered(lead);
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
        <p className="mb-4 max-w-text text-text-2">{text('admin.leads.quarantineText')}</p>
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
    <p className="mb-4 max-w-text text-text-2">
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

/** The search runs after typing has paused this long. */
const pauseMs = 300;

interface FilterFormProps {
  filters: LeadFilters;
  searchRef: Ref<HTMLInputElement>;
  onChange: (filters: LeadFilters) => void;
}

/** Search and filters; each change goes into the address or its history entry at once, so a reload or going back keeps it. */
function FilterForm({ filters, searchRef, onChange }: FilterFormProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const [typed, setTyped] = useState(filters.q);
  const [shownFor, setShownFor] = useState(filters.q);
  const [asked, setAsked] = useState(filters.q);
  // On a phone all of them would push the leads off the screen.
  const [opened, setOpened] = useState(() => isNarrowed({ ...filters, q: '' }));
  if (shownFor !== filters.q) {
    setShownFor(filters.q);
    // Typing may have gone on while the search was on its way into the history. Any other change is the browser's back.
    if (filters.q !== asked) {
      setTyped(filters.q);
      setAsked(filters.q);
    }
  }

  function search() {
    setAsked(typed);
    onChange({ ...filters, q: typed });
  }
  const searchAfterPause = useEffectEvent(search);

  useEffect(() => {
    if (typed === filters.q) return;
    const timer = setTimeout(() => searchAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, filters.q]);

  return (
    <AdminForm
      role="search"
      className="my-4 grid grid-cols-2 items-end gap-3.5 phone:grid-cols-4 wide:grid-cols-[2fr_1.3fr_1fr_1fr_1fr]"
      onSubmit={() => {
        search();
      }}
    >
      <div className="col-span-full wide:col-span-1">
        <TextField
          ref={searchRef}
          type="search"
          label={text('admin.leads.search')}
          placeholder={text('admin.leads.searchHint')}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <button
        type="button"
        className="button-link col-span-full -my-2 justify-self-start text-text-2 phone:hidden"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {text(opened ? 'admin.leads.fewerFilters' : 'admin.leads.moreFilters')}
      </button>
      <div className={opened ? 'contents' : 'hidden phone:contents'}>
        <SelectField
          label={text('admin.leads.kind')}
          any={text('admin.leads.any')}
          value={filters.kind}
          choices={kindLabels}
          onChange={(kind) => onChange({ ...filters, kind })}
        />
        <SelectField
          label={text('admin.leads.language')}
          any={text('admin.leads.any')}
          value={filters.language}
          choices={languages.map((one) => ({ value: one, name: languageNameOf(one) }))}
          onChange={(language) => onChange({ ...filters, language })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={text(end === 'from' ? 'admin.leads.from' : 'admin.leads.to')}
            value={filters[end]}
            onChange={(event) => onChange({ ...filters, [end]: event.target.value })}
          />
        ))}
      </div>
      {isNarrowed(filters) && (
        <button
          type="button"
          className="button-link col-span-full -my-2 justify-self-start text-text-2"
          onClick={() => onChange({ box: filters.box, kind: '', language: '', from: '', to: '', q: '' })}
        >
          {text('admin.leads.clear')}
        </button>
      )}
    </AdminForm>
  );
}
