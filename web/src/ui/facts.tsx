import type { ReactNode } from 'react';

interface Props {
  /** Names with their values. Unknown values are left out. */
  facts: [name: string, value: ReactNode][];
}

/** Names and values in two columns, one on a narrow screen. */
export function Facts({ facts }: Props) {
  return (
    <dl className="grid gap-x-6 gap-y-1.5 phone:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-text-3">{name}</dt>
              <dd className="mb-2 min-w-0 wrap-anywhere phone:mb-0">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
