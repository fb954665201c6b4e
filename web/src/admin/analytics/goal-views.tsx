import { type GoalAnalytics, type GoalDimension, type GoalRow, perDimension } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Table } from '../../ui/table';
import type { FigureView, FigureViews } from './figure-panel';
import { Rate } from './goal-list';
import { FilterLink } from './filter-link';
import { useFilterLabels } from './filter-words';
import { goalLabels } from './goal-words';
import { useFigures } from './use-figures';

const heads: Record<GoalDimension, MessageKey> = {
  ...perDimension(({ filter }) => filter),
  source: 'admin.analytics.goals.source',
  referrer: 'admin.analytics.goals.referrer',
  entry: 'admin.analytics.goals.entry',
  page: 'admin.analytics.page',
  language: 'admin.analytics.goals.language',
};

/** As many as fit the height of the list of goals next to them: five, or four and the button that shows the others. */
const firstRows = (rows: number) => (rows <= 5 ? 5 : 4);

/** Where the chosen goal is reached: a tab for each dimension. */
export function useGoalViews(goals: GoalAnalytics): FigureViews {
  const text = useText();
  const view = (dimension: GoalDimension): FigureView => {
    const { rows } = goals.dimensions[dimension];
    return {
      title: text(heads[dimension]),
      definition: text('admin.analytics.goals.what.by'),
      name: `goal-by-${dimension}`,
      days: { from: goals.from, to: goals.to },
      rows,
      empty: text('admin.analytics.goals.noSessions'),
      content: <GoalTable goals={goals} dimension={dimension} rows={rows} />,
    };
  };
  return [
    view('source'),
    view('referrer'),
    view('campaign'),
    view('entry'),
    view('page'),
    view('country'),
    view('language'),
  ];
}

interface TableProps {
  goals: GoalAnalytics;
  dimension: GoalDimension;
  rows: GoalRow[];
}

function GoalTable({ goals, dimension, rows }: TableProps) {
  const text = useText();
  const { figure } = useFigures();
  const { ofValue } = useFilterLabels();
  const widest = Math.max(0.001, ...rows.filter((row) => !row.tooLittleData).map(({ high }) => high));
  return (
    <Table
      label={`${text(goalLabels[goals.goal])}: ${text(heads[dimension])}`}
      columns={[
        {
          head: heads[dimension],
          cell: ({ value }) => (
            <FilterLink dimension={dimension} value={value}>
              <Name>{ofValue(dimension, value)}</Name>
            </FilterLink>
          ),
        },
        { cell: (row) => <Whisker row={row} widest={widest} />, drawn: true },
        {
          head: 'admin.analytics.goals.reached',
          cell: ({ reached, sessions }) =>
            text('admin.analytics.goals.of', { reached: figure(reached), sessions: figure(sessions) }),
          figure: true,
        },
        { head: 'admin.analytics.goals.rate', cell: (row) => <Rate rate={row} />, figure: true },
      ]}
      rows={rows}
      tall
      dense
      first={firstRows(rows.length)}
    />
  );
}

/** Cut off before it would push the figures away; whole on hover. */
function Name({ children }: { children: string }) {
  return (
    <span className="block max-w-24 truncate max-[480px]:max-w-full" title={children}>
      {children}
    </span>
  );
}

/** The interval as a bar, with a tick at the rate. The text next to it says the same. */
function Whisker({ row: { rate, low, high, tooLittleData }, widest }: { row: GoalRow; widest: number }) {
  const at = (share: number) => `${(Math.min(1, share / widest) * 100).toFixed(1)}%`;
  return (
    <span aria-hidden="true" className={`relative block h-2.5 ${tooLittleData ? 'opacity-30' : ''}`}>
      <span
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
        className="absolute inset-y-[3px] rounded-xs bg-bar opacity-60"
      />
      <span style={{ left: at(rate ?? 0) }} className="absolute inset-y-0 -ml-px w-0.5 bg-bar" />
    </span>
  );
}
