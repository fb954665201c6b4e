import { useText } from '../../i18n/use-text';
import { Skeleton } from '../../ui/query-states';

/** Placeholders for the panels, as large as they will be. */
export function LoadingFigures() {
  const text = useText();
  return (
    <div>
      <p role="status" className="sr-only">
        {text('admin.analytics.loading')}
      </p>
      <div className="figures" aria-hidden="true">
        {spans.map((span, index) => (
          <div key={index} className={`panel col-span-12 ${span}`}>
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-5 h-10 w-40" />
            <Skeleton className="mt-5 flex-1" />
          </div>
        ))}
      </div>
    </div>
  );
}

const third = 'columns:col-span-4 figures-card';
const row = 'figures-row';
const spans = [
  third,
  third,
  third,
  `columns:col-span-8 ${row}`,
  `columns:col-span-4 ${row}`,
  `columns:col-span-4 ${row}`,
  `columns:col-span-4 ${row}`,
  `columns:col-span-4 ${row}`,
];
