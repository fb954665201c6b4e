import type {
  FailedEndpoint,
  HomeAnswer,
  ReplayRangeAnswer,
  ReplayRangeBody,
} from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { HeadButton } from '../../ui/screen-head';
import { useInstantFormat } from '../../ui/instant';
import { Link } from '../../ui/link';
import { deliveriesPath, useSwitchOn, destinationLabels } from '../deliveries/delivery';

type Failures = Pick<HomeAnswer, 'failedEndpoints' | 'failedReplies' | 'failedErasures' | 'asOf'>;

/** Failures, each with the button that retries it; hidden without any. */
export default function FailuresPanel({ failedEndpoints, failedReplies, failedErasures, asOf }: Failures) {
  const text = useText();
  return (
    <section aria-labelledby="failed" className="panel">
      <h2 id="failed" className="panel-title">
        {text('admin.dashboard.failed')}
      </h2>
      <ul className="mt-2">
        {failedEndpoints.map((failed) => (
          <EndpointRows key={failed.endpoint} failed={failed} asOf={asOf} />
        ))}
        {failedReplies.map(({ leadId, sender }) => (
          <Row key={leadId} what={text('admin.dashboard.failedReply', { sender })}>
            <Link to={`/admin/leads/${leadId}#reply`} className="button button-line button-small">
              {text('admin.retry')}
            </Link>
          </Row>
        ))}
        {failedErasures.map(({ id, person }) => (
          <Row
            key={id}
            what={text('admin.dashboard.failedErasure', { person })}
            note={text('admin.dashboard.eraseAgain')}
          >
            <Link to="/admin/leads" className="button button-line button-small">
              {text('admin.dashboard.toLeads')}
            </Link>
          </Row>
        ))}
      </ul>
    </section>
  );
}

function EndpointRows({ failed: { endpoint, failed, since, isOff, waiting }, asOf }: RowsProps) {
  const text = useText();
  const format = useInstantFormat();
  const replay = useAdminCall({
    run: (range: ReplayRangeBody) => adminSend<ReplayRangeAnswer>('POST', `${deliveriesPath}/replay`, range),
    failed: text('admin.deliveries.notReplayed'),
    onDone: () =>
      showToast({
        title: text('admin.deliveries.replayedTitle'),
        text: text('admin.deliveries.replayedText'),
      }),
  });
  const on = useSwitchOn();
  const name = text(destinationLabels[endpoint]);
  return (
    <>
      {since !== null && (
        <Row
          what={text('admin.dashboard.failedDeliveries', { endpoint: name, count: failed })}
          note={text('admin.dashboard.failedSince', { time: format(since) })}
        >
          <HeadButton
            busy={replay.isPending}
            busyLabel={text('admin.deliveries.replaying')}
            onClick={() => replay.mutate({ endpoint, from: since, to: asOf })}
          >
            {text('admin.deliveries.replay')}
          </HeadButton>
        </Row>
      )}
      {isOff && endpoint !== 'smtp' && (
        <Row
          what={text('admin.dashboard.failedOff', { endpoint: name })}
          note={text('admin.dashboard.failedWaiting', { count: waiting })}
        >
          <HeadButton
            busy={on.isPending}
            busyLabel={text('admin.deliveries.switchOn')}
            onClick={() => on.mutate(endpoint)}
          >
            {text('admin.deliveries.switchOn')}
          </HeadButton>
        </Row>
      )}
    </>
  );
}

interface RowsProps {
  failed: FailedEndpoint;
  asOf: string;
}

function Row({ what, note, children }: { what: string; note?: string; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-x-5 max-phone:flex-wrap *:last:flex-none gap-y-2 border-b border-line py-3 last:border-b-0 last:pb-0">
      <p className="min-w-0 wrap-anywhere">
        <span className="text-alarm">{what}</span>
        {note !== undefined && <span className="block text-note text-text-3">{note}</span>}
      </p>
      {children}
    </li>
  );
}
