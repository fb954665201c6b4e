import type { InquiryAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useRef } from 'react';
import { type IntlShape, useIntl, FormattedMessage } from 'react-intl';
import { site } from '../config/site';
import { timings } from '../config/timings';
import { type TextOf, useText } from '../i18n/use-text';
import { cityOf } from '../lib/format';
import { showToast } from '../lib/toast-store';

/** Until when a reply is promised, and in which zone; without it nothing more is known than the promise itself. */
export type Promised = Partial<Pick<InquiryAnswer, 'replyBy' | 'timeZone'>>;

/** The submission: the spec's line about it, and the promise to the sender, if any. */
export interface Sent {
  line: MessageKey;
  promised?: Promised;
}

/**
 * A letter falls through the slot. It covers the popup whose form was sent, until that closes, or stays in the place of
 * the form, with the focus that was in it.
 */
export function SentScene({ sent, inPlace = false }: { sent: Sent; inPlace?: boolean }) {
  const text = useText();
  const line = useSentLine(sent);
  const scene = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inPlace) scene.current?.focus();
  }, [inPlace]);
  return (
    <div ref={scene} tabIndex={-1} className={inPlace ? 'sent-place' : 'sent-scene'}>
      <div className="letterbox letterbox-posted" aria-hidden="true" />
      <div>
        <p className="font-display text-dialog font-semibold">{text('sent.title')}</p>
        <p className="mt-1.5 text-body">{line}</p>
      </div>
    </div>
  );
}

/** The promise to the sender, else the spec's line about the submission. */
export function useSentLine({ line, promised }: Sent): string {
  const text = useText();
  const intl = useIntl();
  return promised ? replyLine(promised, text, intl) : text(line);
}

/** "You'll have my reply by Tuesday, 14:05", with the site's zone named where the visitor's clock shows another time. */
function replyLine(
  { replyBy, timeZone }: Promised,
  text: TextOf,
  { formatDate, formatTime }: IntlShape,
): string {
  if (replyBy === undefined || timeZone === undefined) return text('sent.replyUnknown');
  // Rounded down to five minutes; midnight, which could be either day's, is the evening before.
  const byMs = Math.floor((Date.parse(replyBy) - 1) / stepMs) * stepMs;
  const isFar = byMs - Date.now() > 6 * 86_400_000;
  const timeIn = (zone?: string) =>
    formatTime(byMs, { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayIn = (zone?: string) =>
    formatDate(byMs, {
      timeZone: zone,
      weekday: 'long',
      ...(isFar && { day: 'numeric', month: 'long' }),
    });
  const [day, time] = [dayIn(timeZone), timeIn(timeZone)];
  const isSameHere = day === dayIn() && time === timeIn();
  return text('sent.reply', {
    when: isSameHere
      ? text('sent.when', { day, time })
      : text('sent.whenThere', { day, time, city: cityOf(timeZone) }),
  });
}

const stepMs = 5 * 60_000;

/** Two seconds after a success, in its place: check the spam folder. It's shown even if the form has been closed by then. */
export function showSpamReminder(): void {
  setTimeout(() => {
    showToast({
      variant: 'warning',
      title: <FormattedMessage id="form.spamTitle" />,
      text: <SpamText />,
    });
  }, timings.spamReminderMs);
}

/** English pages have a paragraph in Dutch too, as the specification wants it. */
function SpamText() {
  const { locale } = useIntl();
  const values = { product: site.product };
  return (
    <>
      <p>
        <FormattedMessage id="form.spamText" values={values} />
      </p>
      {locale.startsWith('en') && (
        <p lang="nl">
          <FormattedMessage id="form.spamTextInDutch" values={values} />
        </p>
      )}
    </>
  );
}
