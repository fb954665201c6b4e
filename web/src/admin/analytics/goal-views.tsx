import {
  type CountedGoal,
  countedGoals,
  type GoalAnalytics,
  type GoalFigures,
  type GoalRate,
  leadKinds,
  type GoalDimension,
  type GoalRow,
  perDimension,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Definition } from '../../ui/definition';
import { Table } from '../../ui/table';
import { GoalChange } from './change';
import type { FigureView, FigureViews } from './figure-panel';
import { goalLabels, FilterLink, useFilterLabels } from './filters';
import { useDays, useFigures } from './formats';

interface GoalListProps {
  goals: GoalAnalytics;
  /** The days compared with. */
  before: GoalAnalytics | undefined;
  chosen: CountedGoal;
  onChoose: (goal: CountedGoal) => void;
}

/** Leads first. A form that was opened is a step on the way, which the funnel has; a booking here is booked too. */
const listed: CountedGoal[] = [...new Set<CountedGoal>(['lead', ...leadKinds, ...countedGoals])].filter(
  (goal) => goal !== 'form-opened' && goal !== 'booking',
);

/** How often each goal was reached, of which one is chosen. */
export function useGoalList(props: GoalListProps): FigureView {
  const text = useText();
  const { figure, interval } = useFigures();
  const { from, to, goals } = props.goals;
  const leads = goals.find(({ goal }) => goal === 'lead');
  const intervals = goals
    .filter(({ goal, tooLittleData }) => listed.includes(goal) && !tooLittleData)
    .map(({ goal, low, high }) => `${text(goalLabels[goal])} ${interval(low, high)}`);
  return {
    title: text('admin.analytics.goals.title'),
    definition: text('admin.analytics.goals.what.goals', {
      ...{ count: intervals.length, intervals: intervals.join(', ') },
    }),
    note: text('admin.analytics.goals.note'),
    name: 'goals',
    days: { from, to },
    rows: goals,
    first: () => leads && `${text(goalLabels.lead)} ${figure(countOf(leads))}`,
    content: <GoalList {...props} />,
  };
}

function GoalList({ goals, before, chosen, onChoose }: GoalListProps) {
  const text = useText();
  const { dayOf } = useDays();
  const isUnfinished = goals.from === goals.to && goals.to === dayOf(goals.asOf);
  const figuresOf = (of: GoalAnalytics | undefined, goal: CountedGoal) =>
    of?.goals.find((one) => one.goal === goal);
  return (
    <fieldset className="@container -mx-2 mt-0.5 -mb-1">
      <legend className="sr-only">{text('admin.analytics.goals.choose')}</legend>
      {listed.map((goal) => {
        const figures = figuresOf(goals, goal);
        const earlier = figuresOf(before, goal);
        return (
          figures && (
            <label
              key={goal}
              className="flex min-h-6 cursor-pointer flex-wrap items-center justify-end gap-x-2 @min-[22rem]:flex-nowrap rounded-small px-2 text-row/[1.3] hover:bg-paint-2 has-checked:bg-lamp/11 has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-lamp-hi"
            >
              <input
                type="radio"
                name="goal"
                className="sr-only"
                checked={goal === chosen}
                onChange={() => onChoose(goal)}
              />
              <GoalListRow
                name={text(goalLabels[goal])}
                figures={figures}
                sessions={goals.sessions}
                before={earlier && countOf(earlier)}
                isUnfinished={isUnfinished}
              />
            </label>
          )
        );
      })}
    </fieldset>
  );
}

/** Every lead counts, also those that no session has. */
const countOf = ({ leads, reached }: GoalFigures) => leads ?? reached;

interface RowProps {
  name: string;
  figures: GoalFigures;
  sessions: number;
  before: number | undefined;
  /** Today isn't over, so a share of a whole day would mislead. */
  isUnfinished: boolean;
}

function GoalListRow({ name, figures, sessions, before, isUnfinished }: RowProps) {
  const text = useText();
  const { figure } = useFigures();
  const count = countOf(figures);
  const ofHowMany = { reached: figure(figures.reached), sessions: figure(sessions) };
  return (
    <>
      <span className="min-w-full flex-1 @min-[22rem]:min-w-0 @min-[22rem]:truncate">{name}</span>
      <span className="w-9 text-right font-semibold tabular-nums">{figure(count)}</span>
      <span className="min-w-29">
        <Rate rate={figures} ofHowMany={text('admin.analytics.goals.of', ofHowMany)} />
      </span>
      <span className="min-w-15 text-right text-note whitespace-nowrap text-text-2 tabular-nums">
        {before !== undefined && (
          <GoalChange now={count} before={isUnfinished ? undefined : before} was={before} />
        )}
      </span>
    </>
  );
}

interface RateProps {
  rate: GoalRate;
  /** Where a press chooses the row; elsewhere it opens the rate's interval. */
  ofHowMany?: string;
}

/** A rate, or that there's too little data for one. */
function Rate({ rate: { rate, low, high, tooLittleData }, ofHowMany }: RateProps) {
  const text = useText();
  const { rate: format } = useFigures();
  if (tooLittleData || rate === null)
    return (
      <span className="block text-right text-note text-text-3">
        {text('admin.analytics.goals.tooLittle')}
      </span>
    );
  if (ofHowMany === undefined)
    return (
      <Definition term={format(rate)}>
        {text('admin.analytics.goals.between', { low: format(low), high: format(high) })}
      </Definition>
    );
  return (
    <span className="flex items-baseline justify-end gap-1.5 tabular-nums">
      <span>{format(rate)}</span>
      <span className="text-right text-note text-text-2">{ofHowMany}</span>
    </span>
  );
}

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
  const { ofValue } = useFilterLabels();
  const view = (dimension: GoalDimension): FigureView => {
    const { rows } = goals.dimensions[dimension];
    return {
      title: text(heads[dimension]),
      definition: text('admin.analytics.goals.what.by'),
      name: `goal-by-${dimension}`,
      days: { from: goals.from, to: goals.to },
      rows,
      first: () => rows[0] && ofValue(dimension, rows[0].value),
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
    <span className="block max-w-24 truncate max-phone:max-w-full" title={children}>
      {children}
    </span>
  );
}

/** The interval as a bar, with a tick at the rate. A press on the rate says the same. */
function Whisker({ row: { rate, low, high, tooLittleData }, widest }: { row: GoalRow; widest: number }) {
  const at = (share: number) => `${(Math.min(1, share / widest) * 100).toFixed(1)}%`;
  return (
    <span aria-hidden="true" className={`relative block h-2.5 ${tooLittleData ? 'opacity-30' : ''}`}>
      <span
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
        className="absolute inset-y-0.75 rounded-xs bg-bar opacity-60"
      />
      <span style={{ left: at(rate ?? 0) }} className="absolute inset-y-0 -ml-px w-0.5 bg-bar" />
    </span>
  );
}
