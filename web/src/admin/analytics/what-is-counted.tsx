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
export default function WhatIsCounted({ id }: { id: string }) {
  const text = useText();
  return (
    <dl id={id} className="panel mb-4 grid gap-x-8 gap-y-4 phone:grid-cols-2 wide:grid-cols-5">
      {terms.map(([term, meaning]) => (
        <div key={term}>
          <dt className="font-semibold">{text(term)}</dt>
          <dd className="mt-1 text-note text-text-2">{text(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
