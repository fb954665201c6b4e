import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { readVisitorContext, type VisitorContext } from './visitor-context';

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
