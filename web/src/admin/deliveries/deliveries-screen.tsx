import {
  deliveryStatuses,
  webhookEndpoints,
  type DeliveriesAnswer,
  type DeliveryAnswer,
  type OneDeliveryAnswer,
  type ReplayPreviewAnswer,
  type ReplayRangeAnswer,
  type ReplayRangeBody,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminGet, adminSend } from '../../lib/admin-api';
import { readWhenOpened, usePages, useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { useScrollStop } from '../../lib/use-scroll-stop';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Instant, useZoneName } from '../../ui/instant';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { Empty, MoreButton, QueryStates } from '../../ui/query-states';
import { RefreshButton, ScreenHead } from '../../ui/screen-head';
import { SelectField } from '../../ui/select-field';
import { Table, type Column } from '../../ui/table';
import { deliveriesPath, endpointLabels, describeOutcome, statusLabels, destinationLabels } from './delivery';
import { DeliveryCard } from './delivery-card';
import { EndpointsPanel } from './endpoints-panel';

/** Webhooks: the endpoints, every delivery, one at a time or a range sent again. */
export default function DeliveriesScreen() {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const chosen = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((value) => value === search.get(name)) ?? '';
  const filters = {
    endpoint: chosen('endpoint', webhookEndpoints),
    status: chosen('status', deliveryStatuses),
  };
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
  const deliveries = usePages<DeliveriesAnswer>(`${deliveriesPath}?${query}`, readWhenOpened);
  const opened = search.get('delivery');

  /** '' takes it out of the address. */
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };

  const shown = deliveries.data?.pages.flatMap((page) => page.deliveries);
  const columns: Column<DeliveryAnswer>[] = [
    {
      head: 'admin.deliveries.time',
      cell: ({ id, createdAt }) => (
        <button type="button" className="button-link" onClick={() => choose('delivery', id)}>
          <Instant time={createdAt} exact />
        </button>
      ),
    },
    { head: 'admin.deliveries.endpoint', cell: ({ endpoint }) => text(endpointLabels[endpoint]) },
    {
      head: 'admin.deliveries.status',
      cell: ({ status }) => (
        <span className={status === 'failed' ? 'text-alarm' : ''}>{text(statusLabels[status])}</span>
      ),
    },
    { head: 'admin.deliveries.attempts', cell: ({ attempts }) => attempts, figure: true },
    {
      head: 'admin.deliveries.last',
      cell: ({ lastAttempt }) => lastAttempt && describeOutcome(lastAttempt, text),
    },
    {
      head: 'admin.deliveries.next',
      cell: ({ nextAttemptAt }) => nextAttemptAt !== null && <Instant time={nextAttemptAt} exact />,
      soft: true,
    },
  ];
  return (
    <>
      <ScreenHead title={text('admin.deliveries.title')}>
        <RefreshButton
          busy={deliveries.isFetching && shown !== undefined}
          onClick={() => void deliveries.refetch()}
        />
      </ScreenHead>
      <div className="grid gap-3.5">
        <EndpointsPanel />
        <Panel span={12} title={text('admin.deliveries.list')} note={text('admin.deliveries.listNote')}>
          <div className="mt-3 grid gap-3.5 phone:max-w-140 phone:grid-cols-2">
            <SelectField
              label={text('admin.deliveries.endpoint')}
              any={text('admin.deliveries.any')}
              value={filters.endpoint}
              choices={endpointLabels}
              onChange={(value) => choose('endpoint', value)}
            />
            <SelectField
              label={text('admin.deliveries.status')}
              any={text('admin.deliveries.any')}
              value={filters.status}
              choices={statusLabels}
              onChange={(value) => choose('status', value)}
            />
          </div>
          <QueryStates
            query={deliveries}
            fetching={text('admin.deliveries.fetching')}
            failed={text('admin.deliveries.notFetched')}
          />
          {shown?.length === 0 && <Empty>{text('admin.deliveries.none')}</Empty>}
          {shown && shown.length > 0 && (
            <Table
              label={text('admin.deliveries.list')}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => id}
              cards
            />
          )}
          <MoreButton pages={deliveries} />
        </Panel>
        <ReplayPanel />
      </div>
      {opened !== null && <DeliveryDialog id={opened} onClose={() => choose('delivery', '')} />}
    </>
  );
}

/** One delivery over the list, with the body that is sent. */
function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText();
  const queryKey = [deliveriesPath, encodeURIComponent(id)];
  const delivery = useQuery<OneDeliveryAnswer>({ queryKey, ...readWhenOpened });
  const { data } = delivery;
  const scrollStop = useScrollStop<HTMLPreElement>();
  return (
    <Dialog title={text('admin.deliveries.one')} onClose={onClose}>
      <QueryStates
        query={delivery}
        fetching={text('admin.deliveries.fetching')}
        failed={text('admin.deliveries.notFetched')}
      />
      {data && (
        <>
          <DeliveryCard delivery={data} />
          {data.leadId !== null && (
            <p className="mt-2">
              <Link className="button-link" to={`/admin/leads/${data.leadId}`}>
                {text('admin.deliveries.lead')}
              </Link>
            </p>
          )}
          <h3 className="mt-4 panel-title">{text('admin.deliveries.body')}</h3>
          <pre
            {...scrollStop}
            role="group"
            aria-label={text('admin.deliveries.body')}
            className="mt-2 max-h-80 overflow-auto rounded-control border border-line bg-night p-3 text-note whitespace-pre-wrap wrap-anywhere"
          >
            {JSON.stringify(data.body, null, 2)}
          </pre>
        </>
      )}
    </Dialog>
  );
}

const replayPath = `${deliveriesPath}/replay`;

/** Sends the failed deliveries of an endpoint and period again, in two steps: count them, then send them. */
export function ReplayPanel() {
  const text = useText();
  const [range, setRange] = useState<ReplayRangeBody>({ endpoint: 'setups', from: '', to: '' });
  const [wrong, setWrong] = useState(false);
  const preview = useAdminCall({
    run: (given: ReplayRangeBody) =>
      adminGet<ReplayPreviewAnswer>(`${replayPath}?${new URLSearchParams({ ...given }).toString()}`),
    failed: text('admin.deliveries.notCounted'),
    invalidates: 'nothing',
  });
  const send = useAdminCall({
    run: (given: ReplayRangeBody) => adminSend<ReplayRangeAnswer>('POST', replayPath, given),
    failed: text('admin.deliveries.notReplayed'),
    onDone: ({ replayed }) => {
      preview.reset();
      showToast({
        title: text('admin.deliveries.replayedTitle'),
        text: text('admin.deliveries.rangeReplayed', { n: replayed }),
      });
    },
  });
  // Only counted deliveries are sent, so any change needs a new count.
  const change = (part: Partial<ReplayRangeBody>) => {
    setRange({ ...range, ...part });
    setWrong(false);
    preview.reset();
  };
  const counted = preview.data?.failed;
  return (
    <Panel span={12} title={text('admin.deliveries.range')}>
      <p className="mt-2 max-w-text text-text-2">
        {text('admin.deliveries.rangeText', { zone: useZoneName() })}
      </p>
      <AdminForm
        noValidate
        className="mt-4 grid items-start gap-3.5 phone:grid-cols-3"
        onSubmit={() => {
          const isRange = range.from !== '' && range.to > range.from;
          setWrong(!isRange);
          if (isRange) preview.mutate(range);
        }}
      >
        <SelectField
          label={text('admin.deliveries.endpoint')}
          value={range.endpoint}
          choices={destinationLabels}
          onChange={(endpoint) => {
            if (endpoint !== '') change({ endpoint });
          }}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="datetime-local"
            label={text(end === 'from' ? 'admin.deliveries.from' : 'admin.deliveries.until')}
            value={range[end]}
            error={wrong && end === 'to' ? text('admin.deliveries.rangeWrong') : undefined}
            onChange={(event) => change({ [end]: event.target.value })}
          />
        ))}
        <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="line"
            type="submit"
            busyLabel={preview.isPending ? text('admin.deliveries.counting') : undefined}
          >
            {text('admin.deliveries.count')}
          </Button>
          <p role="status">{counted !== undefined && text('admin.deliveries.counted', { n: counted })}</p>
          {counted !== undefined && counted > 0 && (
            <Button
              busyLabel={send.isPending ? text('admin.deliveries.replaying') : undefined}
              onClick={() => send.mutate(range)}
            >
              {text('admin.deliveries.sendCounted', { n: counted })}
            </Button>
          )}
        </div>
      </AdminForm>
    </Panel>
  );
}
