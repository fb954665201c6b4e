import { useEffect, useState } from 'react';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { countAgain, leaveOut, type LeftOut, readLeftOut } from '../../lib/counting';
import { useBrowserValue } from '../../lib/page-state';

/** Looked up once and kept in memory, sent nowhere. */
let lookup: Promise<string> | undefined;

/** Everything the page knows about its visitor. */
export function VisitorPanel() {
  const text = useText();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    lookup ??= lookUpAddress();
    void lookup.then(setAddress);
  }, []);
  const known = address !== undefined;
  return (
    <dl className="card grid gap-5" aria-live="polite">
      <div>
        <dt className="text-small text-text-2">{text('privacy.address')}</dt>
        <dd className="font-display text-h3 font-semibold tabular-nums">
          {known ? address || text('privacy.unknown') : text('privacy.looking')}
        </dd>
      </div>
      <div>
        <dt className="text-small text-text-2">{text('privacy.agent')}</dt>
        <dd className="text-small wrap-anywhere">{known ? navigator.userAgent : text('privacy.looking')}</dd>
      </div>
    </dl>
  );
}

/** Empty when it can't be found out. */
async function lookUpAddress(): Promise<string> {
  try {
    const { ip } = (await (await fetch(site.ipLookup, { signal: AbortSignal.timeout(20_000) })).json()) as {
      ip?: unknown;
    };
    return typeof ip === 'string' ? ip : '';
  } catch {
    return '';
  }
}

/** Says whether this browser is counted, and lets its visitor choose. */
export function CountingControl() {
  const text = useText();
  const found = useBrowserValue<LeftOut>(readLeftOut, null);
  const [chosen, setChosen] = useState<LeftOut>();
  const leftOut = chosen === undefined ? found : chosen;
  if (leftOut === 'asked-by-browser')
    return <p className="mt-2 max-w-column">{text('privacy.askedByBrowser')}</p>;
  return (
    <p role="status" className="mt-2 max-w-column">
      {leftOut === 'chosen' && <>{text('privacy.notCounted')} </>}
      <button
        type="button"
        className="button-link"
        onClick={() => {
          if (leftOut === 'chosen') countAgain();
          else leaveOut();
          setChosen(leftOut === 'chosen' ? null : 'chosen');
        }}
      >
        {text(leftOut === 'chosen' ? 'privacy.countAgain' : 'privacy.leaveOut')}
      </button>
    </p>
  );
}
