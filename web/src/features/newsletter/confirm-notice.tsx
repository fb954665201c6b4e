import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';

/** Whether it is too soon for another mail: the worker sends one address no second within that time. */
export function useWait(mailedAt: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (mailedAt === null) return;
    const timer = setTimeout(setOver, mailedAt + timings.confirmAgainMs - Date.now(), mailedAt);
    return () => {
      clearTimeout(timer);
    };
  }, [mailedAt]);
  return mailedAt !== null && over !== mailedAt;
}

interface Props {
  mailedAt: number;
  waits: boolean;
  onChangeAddress: () => void;
}

/** After a signup that counts once the link in a mail is followed. */
export function ConfirmNotice({ mailedAt, waits, onChangeAddress }: Props) {
  const text = useText();
  const { formatTime } = useIntl();
  // Up to the next whole minute: at the time that is named it must be possible.
  const again = formatTime(mailedAt + timings.confirmAgainMs + 59_999, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <>
      <p>{text('newsletter.confirm')}</p>
      <p className="mt-1 text-text-2">
        {text(waits ? 'newsletter.confirmWait' : 'newsletter.confirmAgain', { time: again })}
      </p>
      <button type="button" className="button-link" onClick={onChangeAddress}>
        {text('newsletter.change')}
      </button>
    </>
  );
}
