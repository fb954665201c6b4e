import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { overflowOf } from './phone-fit';

interface Props {
  /** Of the page that shows the text. */
  path: string;
  present: string;
  /** As it's being written, without problems. */
  value: string;
}

/** Waits for a pause in the typing. */
const pauseMs = 400;

/** Warns of a text that is too long for its place at 375 px, measured on the real page in a frame that nobody sees. */
export default function PhoneCheck({ path, present, value }: Props) {
  const text = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [over, setOver] = useState<number | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => {
      const body = frame.current?.contentDocument?.body;
      if (body && loads > 0) setOver(overflowOf(body, { present, value }));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [loads, present, value]);

  return (
    <>
      <iframe
        ref={frame}
        src={path}
        title={text('admin.translations.live.frame', { path })}
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none invisible fixed top-0 -left-[400px] h-[812px] w-[375px]"
        onLoad={() => setLoads((count) => count + 1)}
      />
      <p role="status" className={over ? 'mt-2 border-l-4 border-lamp bg-paint px-3 py-2' : undefined}>
        {over ? text('admin.translations.tooLong', { pixels: over }) : null}
      </p>
    </>
  );
}
