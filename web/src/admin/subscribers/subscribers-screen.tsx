import {
  type ConfirmedBy,
  type SubscriberOfPage,
  type SubscriberState,
  subscriberStates,
  type SubscriberCounts,
  type SubscriberSearch,
  type SubscribersPage,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLanguageName, useText } from '../../i18n/use-text';
import { adminFetch, adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { throwUnlessOk } from '../../lib/http';
import { saveBlob } from '../../lib/save-file';
import { AdminForm } from '../../ui/admin-form';
import { TextField } from '../../ui/field';
import { Instant } from '../../ui/instant';
import { Empty, MoreButton, QueryStates } from '../../ui/query-states';
import { HeadButton, RefreshButton, ScreenHead } from '../../ui/screen-head';
import { TabLinks } from '../../ui/tab-links';
import { Table, type Column } from '../../ui/table';
import { confirmedByLabels, ConsentDialog } from './consent-dialog';

/** The search runs after typing has paused this long. */
const pauseMs = 300;

const listLabels: Record<SubscriberState, MessageKey> = {
  confirmed: 'admin.subscribers.confirmed',
  pending: 'admin.subscribers.pending',
  unsubscribed: 'admin.subscribers.unsubscribed',
};

/** Everyone on the newsletter's list, not yet on it or no longer, with their consents. */
export default function SubscribersScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const state = subscriberStates.find((one) => one === address.get('list')) ?? 'confirmed';
  const [typed, setTyped] = useState('');
  // Not in the page's address, unlike the list: somebody's email doesn't belong in the browser's history.
  const [q, setQ] = useState('');
  const [opened, setOpened] = useState<SubscriberOfPage | null>(null);
  const subscribers = useSubscribers({ state, q });
  const counts = useSubscriberCounts();
  const csv = useAdminCall({
    // Typed text counts at once: nobody waits for the list before pressing the button.
    run: () => fetchSubscribersCsv({ state, q: typed }),
    failed: text('admin.leads.csvFailed'),
    invalidates: 'nothing',
    onDone: (blob) => saveBlob('subscribers.csv', blob),
  });

  useEffect(() => {
    const timer = setTimeout(setQ, pauseMs, typed);
    return () => clearTimeout(timer);
  }, [typed]);

  const shown = subscribers.data?.pages.flatMap((page) => page.subscribers);
  return (
    <>
      <ScreenHead title={text('admin.subscribers.title')}>
        <RefreshButton
          busy={subscribers.isFetching && shown !== undefined}
          onClick={() => {
            void subscribers.refetch();
            void counts.refetch();
          }}
        />
        <HeadButton busy={csv.isPending} busyLabel={text('admin.leads.csvBusy')} onClick={() => csv.mutate()}>
          {text('admin.leads.csv')}
        </HeadButton>
      </ScreenHead>
      <ListTabs state={state} counts={counts.data} />
      <AdminForm
        role="search"
        className="my-4 phone:max-w-100"
        onSubmit={() => {
          setQ(typed);
        }}
      >
        <TextField
          type="search"
          label={text('admin.leads.search')}
          placeholder={text('admin.subscribers.searchHint')}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </AdminForm>
      <QueryStates
        query={subscribers}
        fetching={text('admin.subscribers.fetching')}
        failed={text('admin.subscribers.notFetched')}
      />
      {shown && !subscribers.isError && (
        <div className="panel">
          {shown.length === 0 ? (
            <Empty>{text(q === '' ? 'admin.subscribers.none' : 'admin.subscribers.noneFound')}</Empty>
          ) : (
            <List state={state} subscribers={shown} onOpen={setOpened} />
          )}
        </div>
      )}
      <MoreButton pages={subscribers} />
      {opened && <ConsentDialog subscriber={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface TabsProps {
  state: SubscriberState;
  counts: Record<SubscriberState, number> | undefined;
}

function ListTabs({ state, counts }: TabsProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const tabs = subscriberStates.map((one) => ({
    search: one === 'confirmed' ? '' : `list=${one}`,
    name: text(listLabels[one]),
    count: counts ? formatNumber(counts[one]) : '',
    isCurrent: one === state,
  }));
  return <TabLinks label={text('admin.subscribers.lists')} tabs={tabs} />;
}

interface ListProps {
  state: SubscriberState;
  subscribers: SubscriberOfPage[];
  onOpen: (subscriber: SubscriberOfPage) => void;
}

/** The address of each opens their consents. */
function List({ state, subscribers, onOpen }: ListProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const columns: Column<SubscriberOfPage>[] = [
    {
      head: 'admin.subscribers.email',
      cell: (subscriber) => (
        <span className="inline-flex max-w-full min-w-48 flex-wrap items-center gap-x-3 whitespace-normal">
          <button
            type="button"
            className="button-link max-w-full text-left wrap-anywhere"
            onClick={() => onOpen(subscriber)}
          >
            <bdi>{subscriber.email}</bdi>
          </button>
          {subscriber.bounce && <span className="tag text-alarm">{text('admin.subscribers.bounced')}</span>}
        </span>
      ),
    },
    { head: 'admin.leads.language', cell: ({ language }) => languageNameOf(language) },
    {
      head: 'admin.subscribers.signedUp',
      cell: ({ consent }) => <Instant time={consent.givenAt} />,
      soft: true,
    },
    ...(state === 'pending' ? [] : [confirmed]),
    ...(state === 'confirmed' ? [how] : []),
    ...(state === 'unsubscribed' ? [stopped] : []),
  ];
  return (
    <Table
      label={text(listLabels[state])}
      columns={columns}
      rows={subscribers}
      rowKey={({ id }) => id}
      cards
    />
  );
}

const confirmed: Column<SubscriberOfPage> = {
  head: 'admin.subscribers.confirmedAt',
  cell: ({ consent: { confirmedAt } }) => confirmedAt !== null && <Instant time={confirmedAt} />,
};
const stopped: Column<SubscriberOfPage> = {
  head: 'admin.subscribers.stopped',
  cell: ({ consent: { withdrawnAt } }) => withdrawnAt !== null && <Instant time={withdrawnAt} />,
};
const how: Column<SubscriberOfPage> = {
  head: 'admin.subscribers.how',
  cell: ({ consent }) => <HowConfirmed by={consent.confirmedBy} />,
  soft: true,
};

function HowConfirmed({ by }: { by: ConfirmedBy | null }) {
  const text = useText();
  return text(by === null ? 'admin.subscribers.unknown' : confirmedByLabels[by]);
}

const subscribersPath = '/api/admin/subscribers';
const searchPath = `${subscribersPath}/search`;

/** Matching subscribers, a page at a time. The search is in the body, because it may contain an address. */
function useSubscribers(search: SubscriberSearch) {
  return useInfiniteQuery({
    queryKey: [subscribersPath, search],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) => adminSend<SubscribersPage>('POST', searchPath, { ...search, cursor }),
    getNextPageParam: ({ cursor }) => cursor,
  });
}

function useSubscriberCounts() {
  return useQuery<SubscriberCounts>({ queryKey: [subscribersPath, 'counts'] });
}

/** All that match, as CSV. */
async function fetchSubscribersCsv(search: SubscriberSearch): Promise<Blob> {
  const response = await adminFetch(searchPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/csv' },
    body: JSON.stringify(search),
  });
  return (await throwUnlessOk(response)).blob();
}
