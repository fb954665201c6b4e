import type { TestDelivery, WebhookEndpointAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { FailureLine } from '../../ui/form-parts';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { AddressDialog } from './address-dialog';
import { useEndpoints, useSwitchOn, useTestDelivery, endpointLabels } from './delivery';
import { SecretPanel } from './secret-panel';

/** Every possible endpoint: its address, whether it's on, and how many deliveries wait for it. */
export function EndpointsPanel() {
  const text = useText();
  const { formatNumber } = useIntl();
  const endpoints = useEndpoints();
  const on = useSwitchOn();
  const [edited, setEdited] = useState<WebhookEndpointAnswer | null>(null);
  // Never among the drafts, which the tab keeps.
  const [secret, setSecret] = useState<string | null>(null);
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
      head: 'admin.deliveries.address',
      cell: (endpoint) => <Address {...endpoint} onEdit={() => setEdited(endpoint)} />,
    },
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
    <>
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
      <SecretPanel {...endpoints.data.secret} made={secret} onMade={setSecret} />
      {edited && <AddressDialog {...edited} onMade={setSecret} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Its address, as far as it's shown, what the owner can do with it, and what became of her last test. */
function Address({
  name,
  configured,
  isLocked,
  host,
  offSince,
  test,
  onEdit,
}: WebhookEndpointAnswer & { onEdit: () => void }) {
  const text = useText();
  const ask = useTestDelivery();
  const endpoint = text(endpointLabels[name]);
  const isWaiting = test?.state === 'waiting' || ask.isPending;
  // It can't be read any more.
  const isLost = configured && !isLocked && host === null;
  return (
    <div className="grid justify-items-start gap-1 wrap-anywhere">
      {isLocked && <span className="text-text-2">{text('admin.deliveries.lockedAddress')}</span>}
      {host !== null && <span>{host}/…</span>}
      {isLost && <span className="text-alarm">{text('admin.deliveries.addressAgain')}</span>}
      <span className="flex flex-wrap gap-x-4">
        {!isLocked && (
          <button
            type="button"
            className="button-link"
            aria-label={text(configured ? 'admin.deliveries.changeOf' : 'admin.deliveries.setUpOf', {
              endpoint,
            })}
            onClick={onEdit}
          >
            {text(configured ? 'admin.deliveries.change' : 'admin.deliveries.setUp')}
          </button>
        )}
        {configured && !isLost && offSince === null && (
          <button
            type="button"
            className="button-link"
            aria-label={text('admin.deliveries.testOf', { endpoint })}
            disabled={isWaiting}
            onClick={() => ask.mutate(name)}
          >
            {text(isWaiting ? 'admin.deliveries.testing' : 'admin.deliveries.test')}
          </button>
        )}
      </span>
      {configured && test?.state === 'sent' && (
        <p role="status" className="text-small text-ok">
          {text('admin.deliveries.testTaken')} <Instant time={test.plannedAt} />
        </p>
      )}
      {configured && test?.state === 'failed' && (
        <FailureLine>{text(reasonOf(test), { code: test.error ?? '' })}</FailureLine>
      )}
    </div>
  );
}

/** The advice about a test that failed, by the status that was answered or the name of the error. */
function reasonOf({ error }: TestDelivery): MessageKey {
  if (error === 'address-not-allowed') return 'admin.deliveries.testPrivate';
  if (error !== null && /^\d+$/.test(error)) return 'admin.deliveries.testRefused';
  return 'admin.deliveries.testNoAnswer';
}
