import type { BotClass, BotReason, RangeFigures } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { RowChange } from './change';
import { Bar } from './count-table';
import type { FigureView, RangeProps } from './figure-panel';
import { FilterLink, botLabels } from './filters';
import { useFigures } from './formats';
import { ofBots, usePeriod } from './period';

export const reasonTexts: Record<BotReason, MessageKey> = {
  'user-agent': 'admin.analytics.reasonUserAgent',
  'no-agent': 'admin.analytics.reasonNoAgent',
  headless: 'admin.analytics.reasonHeadless',
  probe: 'admin.analytics.reasonProbe',
};

interface BotsViewProps extends RangeProps {
  before: RangeFigures | undefined;
  /** Names these bots, where the filters aren't about them. */
  note: string | undefined;
  isCompared: boolean;
}

/** Kinds of bots, and how they were detected. */
export function useBotsView({ range, note, ...compared }: BotsViewProps): FigureView {
  const text = useText();
  const { filters } = ofBots(usePeriod());
  const [most] = byClass(range.botStats);
  return {
    title: text('admin.analytics.botsByClass'),
    definition: text('admin.analytics.what.botsByClass'),
    ...(note !== undefined && { note }),
    name: 'bots',
    days: { from: range.from, to: range.to },
    filters,
    rows: range.botStats,
    first: () => most && text(botLabels[most.botClass]),
    empty: text('admin.analytics.noBots'),
    content: <Kinds range={range} {...compared} />,
  };
}

function Kinds({ range, before, isCompared }: Omit<BotsViewProps, 'note'>) {
  const text = useText();
  const { figure, share } = useFigures();
  const kinds = byClass(range.botStats);
  const botsBefore =
    before && new Map(byClass(before.botStats).map(({ botClass, bots }) => [botClass, bots]));
  const most = Math.max(1, ...kinds.map(({ bots }) => bots));
  return (
    <ul className="mt-3.5 grid gap-2.5">
      {kinds.map(({ botClass, bots, reasons }) => (
        <li key={botClass}>
          <p className="flex gap-3">
            <span className="mr-auto">
              <FilterLink dimension="bot" value={botClass}>
                {text(botLabels[botClass])}
              </FilterLink>
            </span>
            <span className="tabular-nums">{figure(bots)}</span>
            <span className="min-w-9 text-right text-text-2 tabular-nums">
              {share(bots / Math.max(1, range.summary.totalBots))}
            </span>
            {isCompared && (
              <span className="min-w-12 text-right text-text-2 tabular-nums">
                <RowChange count={bots} before={botsBefore && (botsBefore.get(botClass) ?? 0)} />
              </span>
            )}
          </p>
          <div className="my-1">
            <Bar share={bots / most} />
          </div>
          <p className="text-note text-text-3">
            {reasons.map(({ reason, bots: count }) => (
              <span key={reason} className="mr-3 inline-block">
                {text(reasonTexts[reason])} <span className="tabular-nums">{figure(count)}</span>
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface Kind {
  botClass: BotClass;
  bots: number;
  reasons: { reason: BotReason; bots: number }[];
}

function byClass(stats: RangeFigures['botStats']): Kind[] {
  const kinds = new Map<BotClass, Kind>();
  for (const { botClass, reason, bots } of stats) {
    const kind = kinds.get(botClass) ?? { botClass, bots: 0, reasons: [] };
    kind.bots += bots;
    kind.reasons.push({ reason, bots });
    kinds.set(botClass, kind);
  }
  return [...kinds.values()].sort((a, b) => b.bots - a.bots);
}
