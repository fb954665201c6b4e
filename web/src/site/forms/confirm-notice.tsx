import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { SubmitButton } from '../../ui/form-parts';

/**
 * Inside the form of a signup that counts once the link in a mail is followed. Sending the form again asks for another
 * mail; the worker sends one address no second within ten minutes, so the button waits for that long.
 */
export default function ConfirmNotice({ mailedAt, isSending }: { mailedAt: number; isSending: boolean }) {
  const text = useText();
  const { formatTime } = useIntl();
  const notice = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(0);
  const againAt = mailedAt + timings.confirmAgainMs;
  const waits = over !== mailedAt;

  useEffect(() => {
    // The button that was pressed is off now, and took the focus with it.
    notice.current?.focus({ preventScroll: true });
    const timer = setTimeout(setOver, againAt - Date.now(), mailedAt);
    return () => clearTimeout(timer);
  }, [mailedAt, againAt]);

  function changeAddress() {
    notice.current?.closest('form')?.querySelector<HTMLInputElement>('[name=email]')?.select();
  }

  // Up to the next whole minute: at the time that is named it must be possible.
  const time = formatTime(againAt + 59_999, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <p>{text('newsletter.confirm')}</p>
      {waits && <p className="mt-1 text-text-2">{text('newsletter.confirmWait', { time })}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {!waits && (
          <SubmitButton variant="line" isSending={isSending}>
            {text('newsletter.again')}
          </SubmitButton>
        )}
        <button type="button" className="button-link text-text" onClick={changeAddress}>
          {text('newsletter.change')}
        </button>
      </div>
    </div>
  );
}
