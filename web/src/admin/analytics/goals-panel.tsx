import type { CountedGoal, GoalAnalytics, FunnelStep, UnjoinedReason } from '@voordeur/contracts/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { adminGet } from '../../lib/admin-api';
import { Link } from '../../ui/link';
import { NotFetched, Skeleton } from '../../ui/query-states';
import { Bar } from './count-table';
import { FigurePanel, type FigureView } from './figure-panel';
import { goalLabels } from './filters';
import { useFigures } from './formats';
import { useGoalList, useGoalViews } from './goal-views';

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
        <div key={index} aria-hidden="true" className="panel col-span-12 columns:col-span-4 phone:min-h-82">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-4 flex-1 max-phone:hidden" />
        </div>
      ))}
    </>
  );
}

const stepLabels: Record<FunnelStep, MessageKey> = {
  session: 'admin.analytics.goals.funnel.session',
  'learn-or-booking': 'admin.analytics.goals.funnel.forms',
  'form-opened': 'admin.analytics.goals.funnel.formOpened',
  lead: 'admin.analytics.goals.funnel.lead',
};

const reasonLabels: Record<UnjoinedReason, MessageKey> = {
  imported: 'admin.analytics.goals.unjoined.imported',
  'not-counted': 'admin.analytics.goals.unjoined.notCounted',
  ambiguous: 'admin.analytics.goals.unjoined.ambiguous',
  unknown: 'admin.analytics.goals.unjoined.unknown',
  released: 'admin.analytics.goals.unjoined.released',
  'without-session': 'admin.analytics.goals.unjoined.withoutSession',
};

/** From a session to a lead: how many get how far, and the leads of which that isn't known. */
function useFunnelView(goals: GoalAnalytics): FigureView {
  const text = useText();
  return {
    title: text('admin.analytics.goals.funnel.title'),
    definition: text('admin.analytics.goals.what.funnel'),
    name: 'funnel',
    days: { from: goals.from, to: goals.to },
    rows: goals.funnel,
    content: <Funnel goals={goals} />,
    ...(goals.unjoined.length > 0 && { caption: <Unjoined goals={goals} /> }),
  };
}

function Funnel({ goals: { funnel, goals, sessions: all } }: { goals: GoalAnalytics }) {
  const text = useText();
  const { figure, share } = useFigures();
  const leads = goals.find(({ goal }) => goal === 'lead')?.reached ?? 0;
  const elsewhere = leads - (funnel.at(-1)?.sessions ?? 0);
  return (
    <>
      <ol className="mt-1.5 text-row/[1.35]">
        {funnel.map(({ step, sessions }, place) => {
          const lost = sessions - (funnel[place + 1]?.sessions ?? sessions);
          return (
            <li key={step} className="mt-1">
              <p className="flex gap-3">
                <span className="mr-auto">{text(stepLabels[step])}</span>
                <span className="font-semibold tabular-nums">{figure(sessions)}</span>
                <span className="min-w-9 text-right text-text-2 tabular-nums">
                  {share(sessions / Math.max(1, all))}
                </span>
              </p>
              <Bar share={sessions / Math.max(1, all)} />
              {lost > 0 && (
                <p className="text-note/[1.25] text-text-3">
                  {text('admin.analytics.goals.funnel.lost', { lost, share: share(lost / sessions) })}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {elsewhere > 0 && (
        <p className="text-note/[1.25] text-text-3">
          {text('admin.analytics.goals.funnel.elsewhere', { count: elsewhere })}
        </p>
      )}
    </>
  );
}

function Unjoined({ goals: { from, to, unjoined } }: { goals: GoalAnalytics }) {
  const text = useText();
  const count = unjoined.reduce((sum, { leads }) => sum + leads, 0);
  const list = (key: MessageKey, nameOf: (row: (typeof unjoined)[number]) => MessageKey) => {
    const counts = new Map<MessageKey, number>();
    for (const row of unjoined) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.leads);
    return [...counts].map(([name, leads]) => text(key, { name: text(name), count: leads })).join(', ');
  };
  return (
    <>
      {text('admin.analytics.goals.unjoined.sentence', {
        count,
        kinds: list('admin.analytics.goals.unjoined.ofKind', ({ kind }) => goalLabels[kind]),
        reasons: list('admin.analytics.goals.unjoined.because', ({ reason }) => reasonLabels[reason]),
      })}{' '}
      <Link to={`/admin/leads?box=all&from=${from}&to=${to}`} className="underlined hover:text-text">
        {text('admin.analytics.goals.unjoined.link')}
      </Link>
    </>
  );
}
