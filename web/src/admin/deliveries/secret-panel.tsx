import type { MadeSecretAnswer, WebhookEndpointsAnswer } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { endpointsPath } from './delivery';

type Props = WebhookEndpointsAnswer['secret'] & {
  /** The secret while it's shown, which is once. */
  made: string | null;
  onMade: (secret: string) => void;
};

/** The secret that deliveries are signed with. */
export function SecretPanel({ madeAt, made, onMade }: Props) {
  const text = useText();
  const make = useAdminCall({
    run: () => adminSend<MadeSecretAnswer>('POST', `${endpointsPath}/secret`, {}),
    failed: text('admin.deliveries.secretNotMade'),
    onDone: ({ secret }) => {
      if (secret !== null) onMade(secret);
    },
  });
  return (
    <Panel
      span={12}
      title={text('admin.deliveries.secret')}
      note={
        madeAt === null ? undefined : (
          <>
            {text('admin.deliveries.secretMade')} <Instant time={madeAt} />
          </>
        )
      }
    >
      <div className="mt-3 grid max-w-160 justify-items-start gap-4">
        <p className="text-text-2">
          {text('admin.deliveries.secretText')} {madeAt !== null && text('admin.deliveries.secretOverlap')}
        </p>
        {made !== null && (
          <div role="status" className="grid w-full gap-2">
            <CopyField label={text('admin.deliveries.secretYours')} value={made} />
            <p className="text-note text-text-2">{text('admin.deliveries.secretOnce')}</p>
          </div>
        )}
        {madeAt !== null && (
          <Button
            variant="line"
            busyLabel={make.isPending ? text('admin.loading') : undefined}
            onClick={() => make.mutate()}
          >
            {text('admin.deliveries.secretMake')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
