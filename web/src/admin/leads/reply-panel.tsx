import {
  textLanguageOf,
  textLimits,
  type OneLeadAnswer,
  type LeadReply,
  type ReplyState,
  localPath,
} from '@voordeur/contracts/http';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MessageKey } from '@voordeur/contracts/messages';
import { site } from '../../config/site';
import { useText, type TextOf } from '../../i18n/use-text';
import { useTextIn } from '../../i18n/use-text-in';
import { useAdminDraft } from '../../lib/admin-drafts';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Field, TextArea, TextField } from '../../ui/field';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { sendReply } from './lead';

/** The replies to a lead, and the form that writes another. */
export function ReplyPanel({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  if (lead.email === null || lead.verdict === 'quarantined') return null;
  return (
    <Panel span={12} title={text('admin.reply.title')}>
      <ReplyList lead={lead} />
      <Suspense>
        <ReplyForm lead={lead} />
      </Suspense>
    </Panel>
  );
}

/** Starts from a template in the lead's language. Without a mail server of ours, the owner's mail program gets the same words. */
function ReplyForm({ lead }: { lead: OneLeadAnswer }) {
  const text = useText();
  const theirs = useTextIn(textLanguageOf(lead.language), 'admin');
  const names = Object.keys(templates) as Template[];
  const earlier = lead.replies.at(-1)?.subject;
  const { values, setField, clear } = useAdminDraft(`reply ${lead.id}`, {
    subject: theirs('admin.reply.subject', { product: site.product }),
    text: earlier === undefined ? fillTemplate('answer', lead, theirs) : '',
  });
  const send = useAdminCall({
    run: () => sendReply(lead.id, values),
    failed: text('admin.reply.notSent'),
    onDone: () => {
      clear();
      showToast({ title: text('admin.reply.onItsWayTitle'), text: text('admin.reply.onItsWayText') });
    },
  });

  // A link may ask for the reply, as that of the admin's home does: then its field has the focus.
  const field = useRef<HTMLTextAreaElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '#reply' || !field.current) return;
    focusGap(field.current);
  }, [hash]);

  const [isRefused, setIsRefused] = useState(false);
  const isGapEmpty = gapOf(values.text) !== -1;
  function submit() {
    setIsRefused(isGapEmpty);
    if (!isGapEmpty) send.mutate();
    else if (field.current) focusGap(field.current);
  }

  function start(template: Template) {
    const words = fillTemplate(template, lead, theirs);
    const isUntouched =
      values.text.trim() === '' || names.some((name) => fillTemplate(name, lead, theirs) === values.text);
    // Typed text is never overwritten.
    setField('text', isUntouched ? words : `${values.text.trimEnd()}\n\n${words}`);
  }

  return (
    <AdminForm className="mt-3 grid gap-4" onSubmit={submit}>
      <Field label={text('admin.reply.template')}>
        {(ties) => (
          <select {...ties} value="" onChange={(event) => start(event.target.value as Template)}>
            <option value="" disabled>
              {text('admin.reply.choose')}
            </option>
            {names.map((name) => (
              <option key={name} value={name}>
                {text(templates[name].name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={text('admin.reply.subjectLabel')}
        dir="auto"
        required
        maxLength={textLimits.subject}
        value={values.subject}
        onChange={(event) => setField('subject', event.target.value)}
      />
      <TextArea
        ref={field}
        label={text('admin.reply.text')}
        dir="auto"
        required
        rows={12}
        maxLength={textLimits.reply}
        value={values.text}
        error={isRefused && isGapEmpty ? text('admin.reply.gapEmpty') : undefined}
        onChange={(event) => setField('text', event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {lead.canReply ? (
          <Button
            type="submit"
            disabled={values.subject.trim() === '' || values.text.trim() === ''}
            busyLabel={send.isPending ? text('admin.reply.sending') : undefined}
          >
            {text('admin.reply.send')}
          </Button>
        ) : (
          <>
            <a className="button button-lamp" href={mailLink(lead, values)}>
              {text('admin.lead.reply')}
            </a>
            <span className="text-note text-text-3">{text('admin.reply.markYourself')}</span>
          </>
        )}
      </div>
    </AdminForm>
  );
}

/** Where the template's gap for the answer begins in a reply; -1 once something is written in it. */
function gapOf(reply: string): number {
  return reply.indexOf('\n\n\n\n');
}

function focusGap(field: HTMLTextAreaElement): void {
  const gap = gapOf(field.value);
  const place = gap === -1 ? field.value.length : gap + 2;
  field.focus();
  field.setSelectionRange(place, place);
}

const stateLabels: Record<ReplyState, MessageKey> = {
  sending: 'admin.reply.stateSending',
  sent: 'admin.reply.stateSent',
  failed: 'admin.reply.stateFailed',
};

/** The replies to a lead, oldest first, each with its state. One that failed can be tried again. */
function ReplyList({ lead }: { lead: OneLeadAnswer }) {
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
            <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
              {reply.subject}
            </span>
            <span className={reply.state === 'failed' ? 'text-alarm' : 'text-text-3'} role="status">
              {text(stateLabels[reply.state])} <Instant time={reply.sentAt ?? reply.createdAt} />
            </span>
          </p>
          <p className="mt-1 max-w-text whitespace-pre-wrap text-text-2 wrap-anywhere" dir="auto">
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

type Answered = Pick<OneLeadAnswer, 'email' | 'idea' | 'language'>;

/** Templates an answer can start from: a name for the owner, and a text like any other. */
const templates = {
  answer: { name: 'admin.reply.answerName', text: 'admin.reply.answerText' },
  call: { name: 'admin.reply.callName', text: 'admin.reply.callText' },
  later: { name: 'admin.reply.laterName', text: 'admin.reply.laterText' },
} as const satisfies Record<string, { name: MessageKey; text: MessageKey }>;
type Template = keyof typeof templates;

/** A template filled in for a lead; `text` speaks its language. */
function fillTemplate(template: Template, lead: Answered, text: TextOf): string {
  return text(templates[template].text, {
    // It signs the reply: a person, for the practice. The placeholder keeps its name in texts that owners have changed.
    product: [site.person?.name, site.product].filter(Boolean).join('\n'),
    link: new URL(localPath(textLanguageOf(lead.language), '/booking'), window.location.origin).href,
    question: (lead.idea ?? '').replace(/^/gm, lead.idea === null ? '' : '> '),
  }).trimEnd();
}

/** To the address only: anything else a stranger put into it (`?bcc=`, `&body=`) stays part of the address. */
function mailLink({ email }: Answered, { subject, text }: { subject: string; text: string }): string {
  const to = encodeURIComponent(email ?? '').replaceAll('%40', '@');
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${body}`;
}
