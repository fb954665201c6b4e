import type { MailAccountAnswer, TestDelivery } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';

/** A letter to the owner herself, and what her mail server said to it. */
export function TestPanel({ sender, owner, test }: MailAccountAnswer) {
  const text = useText();
  const ask = useAdminCall({
    run: () => adminSend<MailAccountAnswer>('POST', '/api/admin/mail/test', {}),
    failed: text('admin.mail.testNotAsked'),
  });
  const isWaiting = test?.state === 'waiting' || ask.isPending;
  return (
    <Panel span={4} title={text('admin.mail.test')}>
      <div className="mt-3 grid justify-items-start gap-4">
        <p className="text-text-2">
          {owner === null
            ? text('admin.mail.noServer')
            : text('admin.mail.testNote', { owner, sender: sender ?? '' })}
        </p>
        {owner !== null && (
          <Button
            variant="line"
            busyLabel={isWaiting ? text('admin.mail.testing') : undefined}
            onClick={() => ask.mutate()}
          >
            {text('admin.mail.testSend')}
          </Button>
        )}
        {test?.state === 'sent' && (
          <p role="status" className="text-ok">
            {text('admin.mail.testSent')} <Instant time={test.plannedAt} />
          </p>
        )}
        {test?.state === 'failed' && (
          <FailureLine>{text(reasonOf(test), { code: test.error ?? '' })}</FailureLine>
        )}
      </div>
    </Panel>
  );
}

/** The advice about a failure. Its codes are those of RFC 5321 and 4954, or nodemailer's and Node's names. */
function reasonOf({ error }: TestDelivery): MessageKey {
  if (error === 'address-not-allowed') return 'admin.mail.failedPrivate';
  if (error === 'EAUTH' || error === '535' || error === '530') return 'admin.mail.failedLogin';
  if (error === 'ETLS' || error === '500' || error === '502' || error === '454')
    return 'admin.mail.failedTls';
  if (error !== null && /^\d+$/.test(error)) return 'admin.mail.failedRefused';
  return 'admin.mail.failedReach';
}
