import { useId, type ReactNode } from 'react';
import { Definition } from './definition';

interface Props {
  title: string;
  /** Explains the title; pressing it opens this. */
  definition?: string;
  /** Small text at the other end of the head. */
  note?: ReactNode;
  /** After the note: a control for the panel's content. */
  action?: ReactNode;
  /** Width out of twelve columns, from 901 px up. */
  span: PanelSpan;
  children: ReactNode;
}

export const panelSpans = {
  3: 'columns:col-span-6 wide:col-span-3',
  4: 'columns:col-span-4',
  8: 'columns:col-span-8',
  12: 'columns:col-span-12',
} as const;
export type PanelSpan = keyof typeof panelSpans;

/** A part of an admin screen. */
export function Panel({ title, definition, note, action, span, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel col-span-12 ${panelSpans[span]}`}>
      <div className="flex items-start justify-between gap-x-3">
        <div className="flex flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="panel-title">
            {definition === undefined ? title : <Definition term={title}>{definition}</Definition>}
          </h2>
          {note !== undefined && <p className="text-note text-text-3">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
