import { useEffect, useRef, useState, type ReactNode } from 'react';
import { timings } from '../config/timings';

let lastShownUntil = -Infinity;

/**
 * Shows the name of an icon below it after a while; at once when another was shown a moment ago. For eyes only: the
 * control inside carries its own name.
 */
export function Tooltip({ name, children }: { name: string; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function open() {
    clearTimeout(timer.current);
    const recent = performance.now() - lastShownUntil < timings.tooltipSkipMs;
    timer.current = setTimeout(() => setShown(true), recent ? 0 : timings.tooltipOpenMs);
  }
  function close() {
    clearTimeout(timer.current);
    if (shown) lastShownUntil = performance.now();
    setShown(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <span
      className="relative inline-flex"
      onPointerEnter={open}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) open();
      }}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      {children}
      {shown && (
        <span aria-hidden="true" className="tooltip">
          {name}
        </span>
      )}
    </span>
  );
}
