import { panelSpans, useIsFolded } from '../../ui/panel-layout';
import { Skeleton } from '../../ui/query-states';

const heights = { 3: 'min-h-35 phone:min-h-80', 4: 'phone:min-h-100', 8: 'min-h-114' } as const;
type Span = keyof typeof heights;

/** Widths of the first panels below the cards. */
export const laterSpans: readonly Span[] = [8, 4, 4, 4, 4];

/** Placeholders for panels of these widths, as large as they will be. */
export function PanelSkeletons({ spans }: { spans: readonly Span[] }) {
  const isFolded = useIsFolded();
  return spans.map((span, index) => (
    <div key={index} aria-hidden="true" className={`panel ${panelSpans[span]} ${heights[span]}`}>
      <Skeleton className="h-5 w-32" />
      {(span !== 4 || !isFolded) && <Skeleton className="mt-5 flex-1" />}
    </div>
  ));
}
