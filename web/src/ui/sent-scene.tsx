import type { InquiryAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { type IntlShape, useIntl } from 'react-intl';
import { type TextOf, useText } from '../i18n/use-text';

/** Until when a reply is promised, and in which zone; without it nothing more is known than the promise itself. */
export type Promised = Partial<Pick<InquiryAnswer, 'replyBy' | 'timeZone'>>;

/** What was sent: the spec's line about it, and what the sender is promised, if they are. */
export interface Sent {
  line: MessageKey;
  promised?: Promised;
}

/** A letter falls through the slot. It covers the popup whose form was sent, until that closes. */
export function SentScene({ sent }: { sent: Sent }) {
  return (
    <div className="sent-scene">
      <div className="letterbox letterbox-posted" aria-hidden="true" />
      <SentWords sent={sent} />
    </div>
  );
}

export function SentWords({ sent: { line, promised } }: { sent: Sent }) {
  const text = useText();
  const intl = useIntl();
  return (
    <div>
      <p className="font-display text-[1.75rem] leading-[1.12] font-semibold">{text('sent.title')}</p>
      <p className="mt-1.5 text-body">{promised ? replyLine(promised, text, intl) : text(line)}</p>
    </div>
  );
}

/** "I'll reply before Tuesday 14:05 (Amsterdam time)." */
function replyLine(
  { replyBy, timeZone }: Promised,
  text: TextOf,
  { formatDate, formatTime }: IntlShape,
): string {
  if (replyBy === undefined || timeZone === undefined) return text('sent.replyUnknown');
  const isFar = Date.parse(replyBy) - Date.now() > 6 * 86_400_000;
  const day = formatDate(replyBy, {
    timeZone,
    weekday: 'long',
    ...(isFar && { day: 'numeric', month: 'long' }),
  });
  const time = formatTime(replyBy, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const city = timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
  // "Before Tuesday" says it better than "before Tuesday 00:00".
  const when =
    time === '00:00' ? text('sent.whenMidnight', { day, city }) : text('sent.when', { day, time, city });
  return text('sent.reply', { when });
}
