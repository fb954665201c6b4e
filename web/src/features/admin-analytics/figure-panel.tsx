import type { RangeAnalytics } from '@voordeur/contracts/http';
import type { ComponentProps, ReactNode } from 'react';
import { Download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { Empty } from '../../ui/query-states';

/** The props of each panel whose figures follow the chosen range. */
export interface RangePanelProps {
  range: RangeAnalytics;
  /** Names the range. */
  note: string;
}

export interface FigurePanelProps extends Omit<ComponentProps<typeof Panel>, 'action'> {
  /** The downloaded file's name, without its ending. */
  file: string;
  /** The downloaded file's rows. */
  rows: readonly object[];
  /** Shown instead of the children when there are no rows. */
  empty?: ReactNode;
  /** A line under all of it. */
  caption?: ReactNode;
}

/** A panel of figures, with a button that saves them. */
export function FigurePanel({ file, rows, empty, caption, children, ...panel }: FigurePanelProps) {
  const instead = typeof empty === 'string' ? <Empty>{empty}</Empty> : empty;
  return (
    <Panel {...panel} action={<Download title={panel.title} name={file} rows={rows} />}>
      {rows.length === 0 && instead ? instead : children}
      {caption !== undefined && <p className="mt-3 text-note text-text-2">{caption}</p>}
    </Panel>
  );
}
