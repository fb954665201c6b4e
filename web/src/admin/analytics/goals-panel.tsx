import type { CountedGoal, GoalAnalytics } from '@voordeur/contracts/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminGet } from '../../lib/admin-api';
import { useText } from '../../i18n/use-text';
import { NotFetched, Skeleton } from '../../ui/query-states';
import { FigurePanel } from './figure-panel';
import { useGoalList } from './goal-list';
import { useFunnelView } from './goal-funnel';
import { useGoalViews } from './goal-views';

interface Props {
  /** The query of the screen's address, which is the api's too. */
  search: string;
}

/** Goals that sessions reached, where the chosen one is reached, and where sessions stop on the way to a lead. */
export function GoalsPanel({ search }: Props) {
  const text = useText();
  const [goal, setGoal] = useState<CountedGoal>('lead');
  const goals = useGoals(`${search}&goal=${goal}`, true);
  const { before } = goals.data ?? {};
  const earlier = useGoals(before ? daysInstead(search, before) : '', before != null);
  return (
    <div
      className={`col-span-12 grid grid-cols-12 gap-3.5 ${goals.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={goals.isPlaceholderData}
    >
      {goals.data && (
        <Panels
          goals={goals.data}
          before={before ? earlier.data : undefined}
          chosen={goal}
          onChoose={setGoal}
        />
      )}
      {!goals.data && goals.isFetching && <LoadingPanels />}
      {!goals.data && !goals.isFetching && (
        <div className="col-span-12">
          <NotFetched onRetry={() => void goals.refetch()}>{text('admin.analytics.failed')}</NotFetched>
        </div>
      )}
    </div>
  );
}

/** The button that fetches the screen's figures again finds them by the first part of their key. */
function useGoals(query: string, enabled: boolean) {
  return useQuery<GoalAnalytics>({
    queryKey: ['goals', query],
    queryFn: ({ signal }) => adminGet<GoalAnalytics>(`/api/admin/analytics/goals${query}`, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The same query of other days. */
function daysInstead(search: string, days: { from: string; to: string }): string {
  const query = new URLSearchParams(search);
  query.delete('last');
  query.set('from', days.from);
  query.set('to', days.to);
  query.set('compare', 'none');
  return `?${query}`;
}

interface PanelsProps {
  goals: GoalAnalytics;
  before: GoalAnalytics | undefined;
  chosen: CountedGoal;
  onChoose: (goal: CountedGoal) => void;
}

function Panels({ goals, before, chosen, onChoose }: PanelsProps) {
  const text = useText();
  return (
    <>
      <FigurePanel span={4} views={[useGoalList({ goals, before, chosen, onChoose })]} />
      <FigurePanel span={4} title={text('admin.analytics.goals.by')} views={useGoalViews(goals)} />
      <FigurePanel span={4} views={[useFunnelView(goals)]} />
    </>
  );
}

/** As large as the loaded panels. */
function LoadingPanels() {
  const text = useText();
  return (
    <>
      <p role="status" className="sr-only">
        {text('admin.analytics.loading')}
      </p>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} aria-hidden="true" className="panel col-span-12 min-h-82 columns:col-span-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-4 flex-1" />
        </div>
      ))}
    </>
  );
}
