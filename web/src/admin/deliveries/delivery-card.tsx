import type { OneDeliveryAnswer } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/instant';
import { Table, type Column } from '../../ui/table';
import { showToast } from '../../lib/toast-store';
import { deliveriesPath, endpointLabels, describeOutcome, statusLabels } from './delivery';

/** One delivery: its status, each attempt with the response, and the button that sends it again. */
export function DeliveryCard({ delivery }: { delivery: OneDeliveryAnswer }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const again = useAdminCall({
    run: () => adminSend('POST', `${deliveriesPath}/${delivery.id}/replay`, {}),
    failed: text('admin.deliveries.notReplayed'),
    onDone: () =>
      showToast({
        title: text('admin.deliveries.replayedTitle'),
        text: text('admin.deliveries.replayedText'),
      }),
  });
  const columns: Column<OneDeliveryAnswer['attemptList'][number]>[] = [
    { head: 'admin.deliveries.time', cell: ({ attemptedAt }) => <Instant time={attemptedAt} exact /> },
    { head: 'admin.deliveries.attempt', cell: ({ number }) => number },
    { head: 'admin.deliveries.outcome', cell: (attempt) => describeOutcome(attempt, text) },
    {
      head: 'admin.deliveries.duration',
      cell: ({ durationMs }) =>
        durationMs === null ? '–' : text('admin.deliveries.ms', { ms: formatNumber(durationMs) }),
      figure: true,
    },
    {
      head: 'admin.deliveries.response',
      cell: ({ responseStart }) =>
        responseStart && (
          <code className="block max-w-96 min-w-44 whitespace-pre-wrap wrap-anywhere" dir="auto">
            {responseStart}
          </code>
        ),
      soft: true,
    },
  ];
  return (
    <div className="mt-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{text(endpointLabels[delivery.endpoint])}</span>
        <span className={delivery.status === 'failed' ? 'text-alarm' : 'text-text-2'}>
          {text(statusLabels[delivery.status])}
        </span>
        {delivery.status === 'waiting' && delivery.nextAttemptAt !== null && (
          <span className="text-text-3">
            {text('admin.deliveries.next')} <Instant time={delivery.nextAttemptAt} exact />
          </span>
        )}
        {delivery.deliveredAt !== null && <Instant time={delivery.deliveredAt} exact />}
      </p>
      {delivery.attemptList.length === 0 ? (
        <p className="mt-2 text-text-2">{text('admin.deliveries.noAttempts')}</p>
      ) : (
        <Table
          label={text('admin.deliveries.attempts')}
          columns={columns}
          rows={delivery.attemptList}
          cards
        />
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="line"
          busyLabel={again.isPending ? text('admin.deliveries.replaying') : undefined}
          onClick={() => again.mutate()}
        >
          {text('admin.deliveries.replay')}
        </Button>
        {delivery.status === 'delivered' && (
          <span className="text-note text-text-3">{text('admin.deliveries.twice')}</span>
        )}
      </div>
    </div>
  );
}
