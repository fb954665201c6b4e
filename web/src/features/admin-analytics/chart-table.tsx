import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';

/** The figures of a chart, for those who read rather than look. */
export function ChartTable({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-1 text-note text-text-2 hover:text-text">
        {text('admin.analytics.asTable')}
      </summary>
      {children}
    </details>
  );
}
