import {
  type CountedGoal,
  countedGoals,
  type GoalAnalytics,
  type GoalFigures,
  type GoalRate,
  leadKinds,
} from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { comparePeriods } from './change-line';
import type { FigureView } from './figure-panel';
import { goalLabels } from './goal-words';
import { useDays } from './use-days';
import { useFigures } from './use-figures';

interface Props {
  goals: GoalAnalytics;
  /** The days compared with. */
  before: GoalAnalytics | undefined;
  chosen: CountedGoal;
  onChoose: (goal: CountedGoal) => void;
}

/** Leads first. A form that was opened is a step on the way, which the funnel has. */
const listed = [...new Set<CountedGoal>(['lead', ...leadKinds, ...countedGoals])].filter(
  (goal) => goal !== 'form-opened',
);

/** How often each goal was reached, of which one is chosen. */
export function useGoalList(props: Props): FigureView {
  const text = useText();
  const { from, to, goals } = props.goals;
  return {
    title: text('admin.analytics.goals.title'),
    definition: text('admin.analytics.goals.what.goals'),
    note: text('admin.analytics.goals.note'),
    name: 'goals',
    days: { from, to },
    rows: goals,
    content: <GoalList {...props} />,
  };
}

function GoalList({ goals, before, chosen, onChoose }: Props) {
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
              className="flex min-h-6 cursor-pointer flex-wrap items-center justify-end gap-x-2 @min-[22rem]:flex-nowrap rounded-[4px] px-2 text-[.875rem]/[1.3] hover:bg-paint-2 has-checked:bg-lamp/11 has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-lamp-hi"
            >
              <input
                type="radio"
                name="goal"
                className="sr-only"
                checked={goal === chosen}
                onChange={() => onChoose(goal)}
              />
              <GoalRow
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

function GoalRow({ name, figures, sessions, before, isUnfinished }: RowProps) {
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
          <Change now={count} before={isUnfinished ? undefined : before} was={before} />
        )}
      </span>
    </>
  );
}

interface RateProps {
  rate: GoalRate;
  /** In place of the interval, which is a title then. */
  ofHowMany?: string;
}

/** A rate and its interval, or that they say too little. */
export function Rate({ rate: { rate, low, high, tooLittleData }, ofHowMany }: RateProps) {
  const text = useText();
  const { rate: format, interval } = useFigures();
  const between = text('admin.analytics.goals.between', { low: format(low), high: format(high) });
  if (tooLittleData || rate === null)
    return (
      <span className="block text-right text-note text-text-3" title={between}>
        {text('admin.analytics.goals.tooLittle')}
      </span>
    );
  return (
    <span className="flex items-baseline justify-end gap-1.5 tabular-nums" title={between}>
      <span>{format(rate)}</span>
      <span className="text-right text-note text-text-2">{ofHowMany ?? interval(low, high)}</span>
    </span>
  );
}

interface ChangeProps {
  now: number;
  before: number | undefined;
  was: number;
}

/** A share where it isn't mostly chance, else how many there were. */
function Change({ now, before, was }: ChangeProps) {
  const text = useText();
  const { figure, percent } = useFigures();
  const change = comparePeriods(now, before);
  const counted = { before: figure(was) };
  if (change.kind !== 'share') return text('admin.analytics.goals.before', counted);
  const share = percent(Math.abs(change.share));
  const said =
    share === percent(0)
      ? text('admin.analytics.change.same', counted)
      : text(change.share > 0 ? 'admin.analytics.change.up' : 'admin.analytics.change.down', {
          ...counted,
          share,
        });
  return (
    <span title={said}>
      <span className="sr-only">{said}</span>
      <span aria-hidden="true">
        {share === percent(0) ? '=' : `${change.share > 0 ? '▲' : '▼'} ${share}`}
      </span>
    </span>
  );
}
