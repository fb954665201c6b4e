import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';

const terms: [term: MessageKey, meaning: MessageKey][] = [
  ['admin.analytics.visits', 'admin.analytics.what.visits'],
  ['admin.analytics.uniqueVisitors', 'admin.analytics.what.visitors'],
  ['admin.analytics.sessions', 'admin.analytics.what.sessions'],
  ['admin.analytics.videoViews', 'admin.analytics.what.videoViews'],
  ['admin.analytics.bots', 'admin.analytics.what.bots'],
];

/** The words of this screen that other counters use otherwise. */
export function WhatIsCounted() {
  const text = useText();
  return (
    <details className="mt-3.5 border-t border-line pt-3">
      <summary className="cursor-pointer self-start py-1 text-text-2 hover:text-text">
        {text('admin.analytics.definitions')}
      </summary>
      <dl className="mt-3 grid gap-x-8 gap-y-4 columns:grid-cols-3">
        {terms.map(([term, meaning]) => (
          <div key={term}>
            <dt className="font-semibold">{text(term)}</dt>
            <dd className="mt-1 text-text-2">{text(meaning)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
