import type { RefObject } from 'react';
import { useText } from '../i18n/use-text';

/** A field that people neither see nor reach; only a program fills it in. */
export function Honeypot({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  const text = useText();
  return (
    <div className="trap" aria-hidden="true">
      <label>
        {text('form.website')}
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
