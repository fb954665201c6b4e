import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import type { Row } from '../../lib/save-file';
import { Bar } from '../../ui/bar';
import { Download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { Table } from '../../ui/table';
import { useFigures } from './use-figures';

interface Count {
  name: ReactNode;
  count: number;
}

interface Props {
  title: string;
  definition: string;
  note: string;
  /** Over the names. */
  head: string;
  counts: Count[];
  /** Of the file, and its rows. */
  file: string;
  rows: () => Row[];
  /** Stands in place of a list without rows. */
  empty: ReactNode;
}

/** The spec shows ten countries; so it is with the others, until one asks for all. */
const shown = 10;

/** A list of names with a count each, largest first, and a bar for each. */
export function CountPanel({ title, definition, note, head, counts, file, rows, empty }: Props) {
  const text = useText();
  const { figure } = useFigures();
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Panel
      span={4}
      title={title}
      definition={definition}
      note={note}
      action={<Download title={title} name={file} rows={rows} />}
    >
      {counts.length === 0 ? (
        empty
      ) : (
        <Table
          label={title}
          columns={[
            { head, cell: ({ name }) => name },
            { head: '', cell: ({ count }) => <Bar share={count / most} />, drawn: true },
            { head: text('admin.analytics.visits'), cell: ({ count }) => figure(count), figure: true },
          ]}
          rows={counts}
          height="scroll"
          first={shown}
        />
      )}
    </Panel>
  );
}
