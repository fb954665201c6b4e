import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useFramedPage } from './frame-messages';

interface Props {
  /** Path of the page that shows the text. */
  path: string;
  textKey: MessageKey;
  /** As it's being written, without problems. */
  value: string;
}

/** Waits for a pause in the typing, longer than the page itself does. */
const pauseMs = 400;

/** Warns of a text that is too long for its place at 375 px, measured on the real page in a frame that nobody sees. */
export function PhoneCheck({ path, textKey, value }: Props) {
  const text = useText();
  const [over, setOver] = useState(0);
  const { frame, page } = useFramedPage((message) => {
    if (message.type === 'measured') setOver(message.pixels);
  });

  useEffect(() => {
    const timer = setTimeout(() => page?.tell({ type: 'measure', key: textKey }), pauseMs);
    return () => clearTimeout(timer);
  }, [page, textKey, value]);

  return (
    <>
      <iframe
        ref={frame}
        src={path}
        title={text('admin.translations.live.frame', { path })}
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none invisible fixed top-0 -left-100 h-203 w-93.75"
      />
      <p role="status" className={over ? 'mt-2 border-l-4 border-lamp bg-paint px-3 py-2' : undefined}>
        {over ? text('admin.translations.tooLong', { pixels: over }) : null}
      </p>
    </>
  );
}
