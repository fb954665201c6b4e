import { useText } from '../../i18n/use-text';
import { Definition } from '../../ui/definition';
import { useEdits, useEditLabels } from './use-edits';
import { useDays } from './use-days';

/** More of them would push the chart away; each is in the chart's table too. */
const mostMarks = 8;

export interface EditMark {
  day: string;
  /** One for each page and language. */
  lines: string[];
}

/** The days on which texts were edited, oldest first. */
export function useEditMarks(): EditMark[] {
  const { data } = useEdits();
  const { markOf } = useEditLabels();
  const marks = new Map<string, string[]>();
  for (const change of data?.changes.toReversed() ?? [])
    marks.set(change.day, [...(marks.get(change.day) ?? []), markOf(change)]);
  return [...marks].map(([day, lines]) => ({ day, lines }));
}

/** Explains the marks; each day opens its texts. */
export function EditLegend({ marks }: { marks: EditMark[] }) {
  const text = useText();
  const { day: nameOf } = useDays();
  if (marks.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2.5 text-note text-text-2">
      <svg width="10" height="8" viewBox="0 0 10 8" aria-hidden="true" className="flex-none">
        <path d="M5 0l5 8H0z" fill="var(--color-text-2)" />
      </svg>
      {text('admin.analytics.edits.marks')}
      {marks.slice(-mostMarks).map(({ day, lines }) => (
        <Definition key={day} term={nameOf(day)}>
          {lines.join('; ')}
        </Definition>
      ))}
    </p>
  );
}
