import type { NewDeviceAnswer, NotificationsAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useLanguage, useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { devicesPath, useEndpoint } from './notifications';
import { readPushSupport, subscribe, unsubscribe } from './push-subscription';

/** Switches notifications of this browser on and off, or says why that can't be done. */
export function ThisDevicePanel({ publicKey, devices }: NotificationsAnswer) {
  const text = useText();
  const endpoint = useEndpoint();
  const device = devices.find((one) => one.endpoint === endpoint.data);
  return (
    <Panel span={12} title={text('admin.notifications.device')}>
      <p className="mt-2 max-w-160 text-text-2">{text('admin.notifications.text')}</p>
      {/* As high as its buttons, so nothing shifts once the browser has answered. */}
      <div className="mt-4 min-h-11">
        {endpoint.isSuccess && (device ? <On id={device.id} /> : <Off publicKey={publicKey} />)}
      </div>
    </Panel>
  );
}

function On({ id }: { id: string }) {
  const text = useText();
  const off = useAdminCall({
    run: async () => {
      await adminSend('DELETE', `${devicesPath}/${id}`, {});
      await unsubscribe();
    },
    failed: text('admin.notifications.notOff'),
  });
  const test = useAdminCall({
    run: () => adminSend('POST', `${devicesPath}/${id}/test`, {}),
    failed: text('admin.notifications.testFailed'),
    onDone: () =>
      showToast({ title: text('admin.notifications.testTitle'), text: text('admin.notifications.testText') }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p role="status">{text('admin.notifications.on')}</p>
      <Button variant="line" disabled={test.isPending} onClick={() => test.mutate()}>
        {text('admin.notifications.test')}
      </Button>
      <button type="button" className="button-link" disabled={off.isPending} onClick={() => off.mutate()}>
        {text('admin.notifications.switchOff')}
      </button>
    </div>
  );
}

function Off({ publicKey }: Pick<NotificationsAnswer, 'publicKey'>) {
  const text = useText();
  const language = useLanguage();
  const on = useAdminCall({
    run: async (key: string) => {
      const subscription = await subscribe(key);
      return subscription && adminSend<NewDeviceAnswer>('POST', devicesPath, { ...subscription, language });
    },
    failed: (failure) =>
      text(
        isRefusedFor('too-many-devices', failure)
          ? 'admin.notifications.tooMany'
          : 'admin.notifications.notOn',
      ),
  });
  const obstacle = findObstacle();
  if (obstacle || publicKey === null)
    return <p className="max-w-160">{text(obstacle ?? 'admin.notifications.notReady')}</p>;
  return (
    <Button
      busyLabel={on.isPending ? text('admin.notifications.switchingOn') : undefined}
      onClick={() => on.mutate(publicKey)}
    >
      {text('admin.notifications.switchOn')}
    </Button>
  );
}

function findObstacle(): MessageKey | null {
  const support = readPushSupport();
  if (support === 'home-screen') return 'admin.notifications.homeScreen';
  if (support === 'no') return 'admin.notifications.unsupported';
  return Notification.permission === 'denied' ? 'admin.notifications.blocked' : null;
}
