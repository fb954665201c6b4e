import { textLanguageOf, textLimits, type OneLeadAnswer } from '@voordeur/contracts/http';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { useTextIn } from '../../i18n/use-text-in';
import { useAdminDraft } from '../../lib/admin-drafts';
import { useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Field, TextArea, TextField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { showToast } from '../../lib/toast-store';
import { sendReply } from './lead-calls';
import { ReplyList } from './reply-list';
import { fillTemplate, mailLink, templates, type Template } from './reply-texts';

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
