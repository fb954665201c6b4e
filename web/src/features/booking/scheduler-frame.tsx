import { useEffect, useEffectEvent, useState } from 'react';
import { site } from '../../config/site';
import { sizes, timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { isFromScheduler, schedulerAddress } from './scheduler-address';

interface Props {
  /** The calendar has said nothing for 6 s: it is down, or something blocks it. */
  onDown: () => void;
}

/** The calendar itself. Only ever shown after a click: it asks another host. */
export function SchedulerFrame({ onDown }: Props) {
  const text = useText();
  const [address] = useState(() => schedulerAddress(site.scheduler, location.host));
  const tellDown = useEffectEvent(onDown);

  useEffect(() => {
    const timer = setTimeout(() => {
      tellDown();
    }, timings.schedulerAnswerMs);
    function hear({ origin }: MessageEvent) {
      if (isFromScheduler(origin, site.scheduler)) clearTimeout(timer);
    }
    addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, []);

  return (
    <iframe
      src={address}
      title={text('booking.frame')}
      height={sizes.bookingFramePx}
      className="block w-full rounded-card bg-paint"
    />
  );
}
