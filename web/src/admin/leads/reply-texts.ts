import { localPath, type OneLeadAnswer, textLanguageOf } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { site } from '../../config/site';
import type { TextOf } from '../../i18n/use-text';

type Answered = Pick<OneLeadAnswer, 'email' | 'idea' | 'language'>;

/** Templates an answer can start from: a name for the owner, and a text like any other. */
export const templates = {
  answer: { name: 'admin.reply.answerName', text: 'admin.reply.answerText' },
  call: { name: 'admin.reply.callName', text: 'admin.reply.callText' },
  later: { name: 'admin.reply.laterName', text: 'admin.reply.laterText' },
} as const satisfies Record<string, { name: MessageKey; text: MessageKey }>;
export type Template = keyof typeof templates;

/** A template filled in for a lead; `text` speaks its language. */
export function fillTemplate(template: Template, lead: Answered, text: TextOf): string {
  return text(templates[template].text, {
    product: site.product,
    link: new URL(localPath(textLanguageOf(lead.language), '/booking'), window.location.origin).href,
    question: (lead.idea ?? '').replace(/^/gm, lead.idea === null ? '' : '> '),
  }).trimEnd();
}

/** To the address only: anything else a stranger put into it (`?bcc=`, `&body=`) stays part of the address. */
export function mailLink({ email }: Answered, { subject, text }: { subject: string; text: string }): string {
  const to = encodeURIComponent(email ?? '').replaceAll('%40', '@');
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${body}`;
}
