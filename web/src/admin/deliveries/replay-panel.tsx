import {
  type ReplayPreviewAnswer,
  type ReplayRangeAnswer,
  type ReplayRangeBody,
} from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminGet, adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { useZoneName } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/field';
import { showToast } from '../../lib/toast-store';
import { deliveriesPath, destinationLabels } from './delivery';

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
      <p className="mt-2 max-w-[44em] text-text-2">
        {text('admin.deliveries.rangeText', { zone: useZoneName() })}
      </p>
      <AdminForm
        noValidate
        className="mt-4 grid items-start gap-3.5 sm:grid-cols-3"
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
