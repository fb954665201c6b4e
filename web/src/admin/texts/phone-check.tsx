import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { overflowOf } from './phone-fit';
import { useFramedPage } from './use-framed-page';

interface Props {
  /** Path of the page that shows the text. */
  path: string;
  textKey: MessageKey;
  /** As it's being written, without problems. */
  value: string;
  message: MessageFormatElement[];
}

/** Waits for a pause in the typing. */
const pauseMs = 400;

/** Warns of a text that is too long for its place at 375 px, measured on the real page in a frame that nobody sees. */
export default function PhoneCheck({ path, textKey, value, message }: Props) {
  const text = useText();
  const { frame, page } = useFramedPage();
  const [over, setOver] = useState<number | null>(null);

  const measure = useEffectEvent(async (signal: AbortSignal) => {
    const next = page && (await overflowOf(page, textKey, message, signal));
    if (!signal.aborted) setOver(next);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => void measure(leaving.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [page, value]);

  return (
    <>
      <iframe
        ref={frame}
        src={path}
        title={text('admin.translations.live.frame', { path })}
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none invisible fixed top-0 -left-[400px] h-[812px] w-[375px]"
      />
      <p role="status" className={over ? 'mt-2 border-l-4 border-lamp bg-paint px-3 py-2' : undefined}>
        {over ? text('admin.translations.tooLong', { pixels: over }) : null}
      </p>
    </>
  );
}
