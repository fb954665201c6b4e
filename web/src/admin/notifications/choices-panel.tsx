import { leadKinds, type NotificationsAnswer, type NotificationSettingsBody } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { useZoneName } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { kindLabels } from '../leads/lead';
import { notificationsPath } from './notifications';

type Choices = Pick<NotificationsAnswer, 'kinds' | 'quietFrom' | 'quietTo'>;

/** The kinds of leads that devices are notified of, and the hours without notifications. */
export function ChoicesPanel({ kinds, quietFrom, quietTo }: Choices) {
  const text = useText();
  const zone = useZoneName();
  const [typed, setTyped] = useState({ kinds, from: quietFrom ?? '', to: quietTo ?? '' });
  const [wrong, setWrong] = useState(false);
  const save = useAdminCall({
    run: (body: NotificationSettingsBody) => adminSend('PUT', notificationsPath, body),
    failed: text('admin.security.notSaved'),
    onDone: () =>
      showToast({ title: text('admin.security.savedTitle'), text: text('admin.notifications.savedText') }),
  });
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setWrong(false);
  };
  return (
    <Panel
      span={12}
      title={text('admin.notifications.choices')}
      note={text('admin.notifications.choicesNote')}
    >
      <AdminForm
        noValidate
        className="mt-3 grid gap-5"
        onSubmit={() => {
          const { from, to } = typed;
          const isWrong = from === to ? from !== '' : from === '' || to === '';
          setWrong(isWrong);
          if (!isWrong) save.mutate({ kinds: typed.kinds, quietFrom: from, quietTo: to });
        }}
      >
        <fieldset>
          <legend className="mb-1 font-semibold">{text('admin.notifications.kinds')}</legend>
          <div className="flex flex-wrap gap-x-6">
            {leadKinds.map((kind) => (
              <label key={kind} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4.5 accent-lamp"
                  checked={typed.kinds.includes(kind)}
                  onChange={({ target: { checked } }) =>
                    change({
                      kinds: leadKinds.filter((one) => (one === kind ? checked : typed.kinds.includes(one))),
                    })
                  }
                />
                {text(kindLabels[kind])}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-1 font-semibold">{text('admin.notifications.quiet')}</legend>
          <p className="mb-3 max-w-160 text-text-2">{text('admin.notifications.quietHint', { zone })}</p>
          <div className="grid max-w-80 grid-cols-2 items-start gap-3.5">
            <TextField
              type="time"
              label={text('admin.notifications.from')}
              value={typed.from}
              onChange={({ target: { value } }) => change({ from: value })}
            />
            <TextField
              type="time"
              label={text('admin.notifications.until')}
              value={typed.to}
              error={wrong ? text('admin.notifications.quietWrong') : undefined}
              onChange={({ target: { value } }) => change({ to: value })}
            />
          </div>
        </fieldset>
        <div>
          <Button
            variant="line"
            type="submit"
            busyLabel={save.isPending ? text('admin.notifications.saving') : undefined}
          >
            {text('admin.notifications.save')}
          </Button>
        </div>
      </AdminForm>
    </Panel>
  );
}
