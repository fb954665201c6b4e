import type { WebhookEndpointAnswer } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { useEndpoints, useSwitchOn, endpointLabels } from './delivery';

/** Every possible endpoint: whether it's on, and how many deliveries wait for it. */
export function EndpointsPanel() {
  const text = useText();
  const { formatNumber } = useIntl();
  const endpoints = useEndpoints();
  const on = useSwitchOn();
  if (!endpoints.data) {
    return (
      <QueryStates
        query={endpoints}
        fetching={text('admin.deliveries.fetching')}
        failed={text('admin.deliveries.notFetched')}
      />
    );
  }
  const isAnySetUp = endpoints.data.endpoints.some(({ configured }) => configured);
  const columns: Column<WebhookEndpointAnswer>[] = [
    { head: 'admin.deliveries.endpoint', cell: ({ name }) => text(endpointLabels[name]) },
    {
      head: 'admin.deliveries.state',
      cell: ({ name, configured, offSince }) =>
        offSince === null ? (
          text(configured ? 'admin.deliveries.on' : 'admin.deliveries.noAddress')
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-4">
            <span className="text-alarm">
              {text('admin.deliveries.off')} <Instant time={offSince} />
            </span>
            <button
              type="button"
              className="button-link"
              disabled={on.isPending}
              aria-label={text('admin.deliveries.switchOnOf', { endpoint: text(endpointLabels[name]) })}
              onClick={() => on.mutate(name)}
            >
              {text('admin.deliveries.switchOn')}
            </button>
          </span>
        ),
    },
    { head: 'admin.deliveries.statusWaiting', cell: ({ waiting }) => waiting, figure: true },
    {
      head: 'admin.deliveries.statusFailed',
      cell: ({ failed }) => <span className={failed > 0 ? 'text-alarm' : ''}>{formatNumber(failed)}</span>,
      figure: true,
    },
  ];
  return (
    <Panel
      span={12}
      title={text('admin.deliveries.endpoints')}
      note={text(isAnySetUp ? 'admin.deliveries.endpointsNote' : 'admin.deliveries.nothingSetUp')}
    >
      <Table
        label={text('admin.deliveries.endpoints')}
        columns={columns}
        rows={endpoints.data.endpoints}
        rowKey={({ name }) => name}
        cards
      />
    </Panel>
  );
}
