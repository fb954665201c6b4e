import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { timings } from '../../config/timings';
import { isStill, useMotion } from '../../lib/motion';

/** Counts up from 1 every 3 seconds, except with reduced motion. */
export function RowCounter() {
  const still = useMotion(isStill);
  const [row, setRow] = useState(1);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setRow((now) => now + 1), timings.counterTickMs);
    return () => clearInterval(timer);
  }, [still]);
  return (
    <p className="text-small text-text-2">
      <FormattedMessage
        id="home.about.counter"
        values={{
          row,
          b: (number: React.ReactNode) => <b className="row-number">{number}</b>,
        }}
      />
    </p>
  );
}
