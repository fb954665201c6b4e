import type { LeadReply, OneLeadAnswer, ReplyState } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { Instant } from '../../ui/instant';
import { sendReply } from './lead-calls';

const stateLabels: Record<ReplyState, MessageKey> = {
  sending: 'admin.reply.stateSending',
  sent: 'admin.reply.stateSent',
  failed: 'admin.reply.stateFailed',
};

/** The replies to a lead, oldest first, each with its state. One that failed can be tried again. */
export function ReplyList({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const again = useAdminCall({
    // The same words are the same reply, and go under the same Message-ID.
    run: ({ subject, text: words }: LeadReply) => sendReply(lead.id, { subject, text: words }),
    failed: text('admin.reply.notSent'),
  });
  if (lead.replies.length === 0) return null;
  return (
    <ol className="mt-3 grid gap-4" aria-label={text('admin.reply.earlier')}>
      {lead.replies.map((reply) => (
        <li key={reply.id} className="border-b border-line pb-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 font-semibold [overflow-wrap:anywhere]" dir="auto">
              {reply.subject}
            </span>
            <span className={reply.state === 'failed' ? 'text-alarm' : 'text-text-3'} role="status">
              {text(stateLabels[reply.state])} <Instant time={reply.sentAt ?? reply.createdAt} />
            </span>
          </p>
          <p
            className="mt-1 max-w-[44em] whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]"
            dir="auto"
          >
            {reply.text}
          </p>
          {reply.state !== 'sent' && reply.error !== null && (
            <p className="mt-2 text-note text-text-3">
              {text(reply.state === 'failed' ? 'admin.reply.failedText' : 'admin.reply.retriedText', {
                reason: reply.error,
              })}
            </p>
          )}
          {reply.state === 'failed' && lead.canReply && (
            <button
              type="button"
              className="button-link"
              disabled={again.isPending}
              onClick={() => again.mutate(reply)}
            >
              {text('admin.reply.again')}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
