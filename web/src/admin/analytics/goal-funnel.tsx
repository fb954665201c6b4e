import type { GoalAnalytics } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Bar } from './count-table';
import type { FigureView } from './figure-panel';
import { goalLabels, reasonLabels, stepLabels } from './goal-words';
import { useFigures } from './use-figures';

/** From a session to a lead: how many get how far, and the leads of which that isn't known. */
export function useFunnelView(goals: GoalAnalytics): FigureView {
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
      <ol className="mt-1.5 text-[.875rem]/[1.35]">
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
                <p className="text-[.8125rem]/[1.25] text-text-3">
                  {text('admin.analytics.goals.funnel.lost', { lost, share: share(lost / sessions) })}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {elsewhere > 0 && (
        <p className="text-[.8125rem]/[1.25] text-text-3">
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
      <Link
        to={`/admin/leads?box=all&from=${from}&to=${to}`}
        className="underline decoration-edge underline-offset-[.3em] hover:text-text"
      >
        {text('admin.analytics.goals.unjoined.link')}
      </Link>
    </>
  );
}
