import type { DeviceShown, NotificationsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { RefreshPanelsButton, ScreenHead } from '../../ui/screen-head';
import { Table, type Column } from '../../ui/table';
import { ChoicesPanel } from './choices-panel';
import { devicesPath, notificationsPath, useEndpoint } from './notifications';
import { ThisDevicePanel } from './this-device-panel';

/** Notifications of leads: this device, all devices, which leads and when. */
export default function NotificationsScreen() {
  const text = useText();
  const query = useQuery<NotificationsAnswer>({ queryKey: [notificationsPath] });
  const { data } = query;
  return (
    <>
      <ScreenHead title={text('admin.notifications.title')}>
        <RefreshPanelsButton />
      </ScreenHead>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {data && (
        <div className="grid grid-cols-12 gap-3.5">
          <ThisDevicePanel {...data} />
          <DevicesPanel devices={data.devices} />
          <ChoicesPanel key={JSON.stringify([data.kinds, data.quietFrom, data.quietTo])} {...data} />
        </div>
      )}
    </>
  );
}

function DevicesPanel({ devices }: Pick<NotificationsAnswer, 'devices'>) {
  const text = useText();
  const { data: own } = useEndpoint();
  const remove = useAdminCall({
    run: (id: string) => adminSend('DELETE', `${devicesPath}/${id}`, {}),
    failed: text('admin.notifications.notRemoved'),
    onDone: () =>
      showToast({
        title: text('admin.notifications.removedTitle'),
        text: text('admin.notifications.removedText'),
      }),
  });
  const columns: Column<DeviceShown>[] = [
    {
      head: 'admin.security.browser',
      cell: ({ browser, endpoint }) => (
        <>
          {browser ?? text('admin.security.unknown')}
          {endpoint === own && <span className="ml-2 text-lamp">{text('admin.security.own')}</span>}
        </>
      ),
    },
    { head: 'admin.notifications.since', cell: ({ createdAt }) => <Instant time={createdAt} /> },
    {
      head: 'admin.notifications.last',
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt === null ? text('admin.notifications.never') : <Instant time={lastSuccessAt} />,
      soft: true,
    },
    {
      head: 'admin.security.action',
      cell: ({ id, browser }) => (
        <button
          type="button"
          className="button-link"
          disabled={remove.isPending}
          aria-label={text('admin.notifications.removeOf', {
            browser: browser ?? text('admin.security.unknown'),
          })}
          onClick={() => remove.mutate(id)}
        >
          {text('admin.notifications.remove')}
        </button>
      ),
    },
  ];
  return (
    <Panel
      span={12}
      title={text('admin.notifications.devices')}
      note={text('admin.notifications.devicesNote')}
    >
      {devices.length === 0 ? (
        <Empty>{text('admin.notifications.none')}</Empty>
      ) : (
        <Table
          label={text('admin.notifications.devices')}
          columns={columns}
          rows={devices}
          rowKey={({ id }) => id}
          cards
        />
      )}
    </Panel>
  );
}
