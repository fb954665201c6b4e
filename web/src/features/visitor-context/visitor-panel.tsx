import { useEffect, useState } from 'react';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';

export function VisitorPanel() {
  const text = useText();
  const [context, setContext] = useState<VisitorContext | null>(null);
  useEffect(() => {
    void readVisitorContext().then(setContext);
  }, []);
  const address = context?.address === 'Unknown' ? text('privacy.unknown') : context?.address;
  return (
    <dl className="card grid gap-5" aria-live="polite">
      <div>
        <dt className="text-small text-text-2">{text('privacy.address')}</dt>
        <dd className="font-display text-h3 font-semibold tabular-nums">
          {address ?? text('privacy.looking')}
        </dd>
      </div>
      <div>
        <dt className="text-small text-text-2">{text('privacy.agent')}</dt>
        <dd className="text-small [overflow-wrap:anywhere]">{context?.agent ?? text('privacy.looking')}</dd>
      </div>
    </dl>
  );
}

/** What the page knows of its visitor: kept in memory, shown on the privacy page, sent nowhere. */
interface VisitorContext {
  /** `Unknown` when it could not be looked up. */
  address: string;
  agent: string;
}

let context: Promise<VisitorContext> | undefined;

function readVisitorContext(): Promise<VisitorContext> {
  context ??= lookUpAddress().then((address) => ({ address, agent: navigator.userAgent }));
  return context;
}

async function lookUpAddress(): Promise<string> {
  try {
    const { ip } = (await (await fetch(site.ipLookup)).json()) as { ip?: unknown };
    return typeof ip === 'string' && ip !== '' ? ip : 'Unknown';
  } catch {
    return 'Unknown';
  }
}
