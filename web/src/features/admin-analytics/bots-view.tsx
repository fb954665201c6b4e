import type { BotClass, BotReason, RangeAnalytics } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Bar } from './count-table';
import type { FigureView, RangeProps } from './figure-panel';
import { useFigures } from './use-figures';

const classTexts: Record<BotClass, MessageKey> = {
  search: 'admin.analytics.classSearch',
  ai: 'admin.analytics.classAi',
  monitor: 'admin.analytics.classMonitor',
  tool: 'admin.analytics.classTool',
  other: 'admin.analytics.classOther',
};

export const reasonTexts: Record<BotReason, MessageKey> = {
  'user-agent': 'admin.analytics.reasonUserAgent',
  'no-agent': 'admin.analytics.reasonNoAgent',
  headless: 'admin.analytics.reasonHeadless',
  probe: 'admin.analytics.reasonProbe',
};

/** What kinds of bots came, and how they were detected. */
export function useBotsView({ range }: RangeProps): FigureView {
  const text = useText();
  return {
    title: text('admin.analytics.botsByClass'),
    definition: text('admin.analytics.what.botsByClass'),
    file: `bots-${range.from}-${range.to}`,
    rows: range.botStats,
    empty: text('admin.analytics.noBots'),
    content: <Kinds range={range} />,
  };
}

function Kinds({ range }: RangeProps) {
  const text = useText();
  const { figure, share } = useFigures();
  const kinds = byClass(range.botStats);
  const most = Math.max(1, ...kinds.map(({ bots }) => bots));
  return (
    <ul className="mt-3.5 grid gap-2.5">
      {kinds.map(({ botClass, bots, reasons }) => (
        <li key={botClass}>
          <p className="flex gap-3">
            <span className="mr-auto">{text(classTexts[botClass])}</span>
            <span className="tabular-nums">{figure(bots)}</span>
            <span className="min-w-9 text-right text-text-2 tabular-nums">
              {share(bots / Math.max(1, range.summary.totalBots))}
            </span>
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

function byClass(stats: RangeAnalytics['botStats']): Kind[] {
  const kinds = new Map<BotClass, Kind>();
  for (const { botClass, reason, bots } of stats) {
    const kind = kinds.get(botClass) ?? { botClass, bots: 0, reasons: [] };
    kind.bots += bots;
    kind.reasons.push({ reason, bots });
    kinds.set(botClass, kind);
  }
  return [...kinds.values()].sort((a, b) => b.bots - a.bots);
}
