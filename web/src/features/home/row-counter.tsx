import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { timings } from '../../config/timings';
import { useAtRest } from '../../lib/motion';

/**
 * Starts at 1 and goes up every 3 seconds: true arithmetic. Nobody is shown it moving where nothing may, nor while the
 * page rests; then it goes on from where it would be.
 */
export function RowCounter() {
  const resting = useAtRest();
  const [row, setRow] = useState(1);
  const startedMs = useRef<number | null>(null);
  useEffect(() => {
    if (resting) return;
    const began = (startedMs.current ??= performance.now());
    let timer: ReturnType<typeof setTimeout>;
    function count() {
      const elapsedMs = performance.now() - began;
      setRow(1 + Math.floor(elapsedMs / timings.counterTickMs));
      timer = setTimeout(count, timings.counterTickMs - (elapsedMs % timings.counterTickMs));
    }
    count();
    return () => {
      clearTimeout(timer);
    };
  }, [resting]);
  return (
    <p className="text-small text-text-2">
      <FormattedMessage
        id="home.about.counter"
        values={{ row, b: (number: ReactNode) => <b className="row-number">{number}</b> }}
      />
    </p>
  );
}
