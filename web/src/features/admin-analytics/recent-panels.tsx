import type { Analytics, BotReason, RecentBot, RecentVisitor } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Empty } from '../../ui/empty';
import { Panel } from '../../ui/panel';
import { Table, type Column } from '../../ui/table';
import { formatPlace } from './format-figures';
import { hostOf, labelReferer, type RefererLabel } from './label-referer';

const refererTexts: Record<RefererLabel, MessageKey> = {
  direct: 'admin.analytics.direct',
  internal: 'admin.analytics.internal',
  external: 'admin.analytics.external',
};

const reasonTexts: Record<BotReason, MessageKey> = {
  'user-agent': 'admin.analytics.reasonUserAgent',
  'no-agent': 'admin.analytics.reasonNoAgent',
  headless: 'admin.analytics.reasonHeadless',
  probe: 'admin.analytics.reasonProbe',
};

export function RecentVisitorsPanel({ recentVisitors }: Pick<Analytics, 'recentVisitors'>) {
  const text = useText();
  const columns: Column<RecentVisitor>[] = [
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
    { head: text('admin.analytics.page'), cell: ({ page }) => <Long>{page}</Long> },
    { head: text('admin.analytics.place'), cell: ({ city, country }) => formatPlace(city, country) },
    { head: text('admin.analytics.address'), cell: ({ ip }) => ip, soft: true },
    { head: text('admin.analytics.cameFrom'), cell: ({ referer }) => <Referer referer={referer} /> },
  ];
  const title = text('admin.analytics.recentVisitors');
  return (
    <Panel span={12} title={title} note={text('admin.analytics.newest')}>
      {recentVisitors.length === 0 ? (
        <Empty>{text('admin.analytics.noVisits')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentVisitors} height="scroll" />
      )}
    </Panel>
  );
}

function Referer({ referer }: { referer: string }) {
  const text = useText();
  const label = labelReferer(referer, location.host);
  const external = label === 'external';
  return (
    <>
      <span className={`tag ${external ? 'tag-lit' : ''}`}>{text(refererTexts[label])}</span>
      {external && <span className="ml-2 text-text-2">{hostOf(referer)}</span>}
    </>
  );
}

export function RecentBotsPanel({ recentBots }: Pick<Analytics, 'recentBots'>) {
  const text = useText();
  const columns: Column<RecentBot>[] = [
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
    { head: text('admin.analytics.bot'), cell: ({ name }) => name },
    {
      head: text('admin.analytics.reason'),
      cell: ({ reason }) => <span className="tag">{text(reasonTexts[reason])}</span>,
    },
    { head: text('admin.analytics.place'), cell: ({ city, country }) => formatPlace(city, country) },
    { head: text('admin.analytics.address'), cell: ({ ip }) => ip, soft: true },
    {
      head: text('admin.analytics.userAgent'),
      cell: ({ userAgent }) => <Long>{userAgent}</Long>,
      soft: true,
    },
  ];
  const title = text('admin.analytics.recentBots');
  // Where places are shown, the licence of the data asks for this link.
  const credit = (
    <a href="https://db-ip.com" className="underline decoration-edge underline-offset-[.3em] hover:text-text">
      {text('admin.analytics.geolocation')}
    </a>
  );
  return (
    <Panel span={12} title={title} note={credit}>
      {recentBots.length === 0 ? (
        <Empty>{text('admin.analytics.noBots')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentBots} height="scroll" />
      )}
    </Panel>
  );
}

/** Cut where it would push the rest of the row away; whole on hover. */
function Long({ children }: { children: string }) {
  return (
    <span className="block max-w-110 truncate" title={children}>
      {children}
    </span>
  );
}
