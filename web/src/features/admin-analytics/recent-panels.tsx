import type { Analytics, RecentBot, RecentVideoView, RecentVisitor } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Download } from '../../ui/download';
import { Empty } from '../../ui/query-states';
import { Panel } from '../../ui/panel';
import { Table, type Column } from '../../ui/table';
import { reasonTexts } from './bots-panel';
import { formatPlace, formatWatchTime } from './format-figures';
import { hostOf, labelReferer, type RefererLabel } from './label-referer';

const refererTexts: Record<RefererLabel, MessageKey> = {
  direct: 'admin.analytics.direct',
  internal: 'admin.analytics.internal',
  external: 'admin.analytics.external',
};

export function RecentVisitorsPanel({
  recentVisitors,
  ownHost,
}: Pick<Analytics, 'recentVisitors' | 'ownHost'>) {
  const text = useText();
  const columns: Column<RecentVisitor>[] = [
    { head: text('admin.analytics.page'), cell: ({ page }) => <Long>{page}</Long> },
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
    { head: text('admin.analytics.place'), cell: ({ city, country }) => formatPlace(city, country) },
    {
      head: text('admin.analytics.cameFrom'),
      cell: ({ referer }) => <Referer referer={referer} ownHost={ownHost} />,
    },
    { head: text('admin.analytics.address'), cell: ({ ip }) => ip, soft: true },
  ];
  const title = text('admin.analytics.recentVisitors');
  return (
    <Panel
      span={12}
      title={title}
      definition={text('admin.analytics.what.recentVisitors')}
      note={text('admin.analytics.newest')}
      action={
        <Download
          title={title}
          name="recent-visitors"
          rows={() => recentVisitors.map((row) => ({ ...row }))}
        />
      }
    >
      {recentVisitors.length === 0 ? (
        <Empty>{text('admin.analytics.noVisits')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentVisitors} height="scroll" first={10} cards />
      )}
    </Panel>
  );
}

function Referer({ referer, ownHost }: { referer: string; ownHost: string }) {
  const text = useText();
  const label = labelReferer(referer, ownHost);
  const external = label === 'external';
  return (
    <>
      <span className={`tag ${external ? 'tag-lit' : ''}`}>{text(refererTexts[label])}</span>
      {external && <span className="ml-2 text-text-2">{hostOf(referer)}</span>}
    </>
  );
}

export function RecentVideoViewsPanel({ recentVideoViews }: Pick<Analytics, 'recentVideoViews'>) {
  const text = useText();
  const columns: Column<RecentVideoView>[] = [
    { head: text('admin.analytics.video'), cell: ({ videoTitle }) => videoTitle },
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
    { head: text('admin.analytics.watched'), cell: ({ watchDuration }) => formatWatchTime(watchDuration) },
    { head: text('admin.analytics.place'), cell: ({ city, country }) => formatPlace(city, country) },
    { head: text('admin.analytics.address'), cell: ({ ip }) => ip, soft: true },
  ];
  const title = text('admin.analytics.recentVideoViews');
  return (
    <Panel
      span={12}
      title={title}
      definition={text('admin.analytics.what.recentVideoViews')}
      note={text('admin.analytics.newest')}
      action={
        <Download
          title={title}
          name="recent-video-views"
          rows={() => recentVideoViews.map((row) => ({ ...row }))}
        />
      }
    >
      {recentVideoViews.length === 0 ? (
        <Empty>{text('admin.analytics.noRecentVideoViews')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentVideoViews} height="scroll" first={10} cards />
      )}
    </Panel>
  );
}

export function RecentBotsPanel({ recentBots }: Pick<Analytics, 'recentBots'>) {
  const text = useText();
  const columns: Column<RecentBot>[] = [
    { head: text('admin.analytics.bot'), cell: ({ name }) => name },
    { head: text('admin.analytics.time'), cell: ({ localTime }) => localTime, soft: true },
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
    <Panel
      span={12}
      title={title}
      definition={text('admin.analytics.what.recentBots')}
      note={credit}
      action={
        <Download title={title} name="recent-bots" rows={() => recentBots.map((row) => ({ ...row }))} />
      }
    >
      {recentBots.length === 0 ? (
        <Empty>{text('admin.analytics.noBots')}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={recentBots} height="scroll" first={10} cards />
      )}
    </Panel>
  );
}

/** Cut where it would push the rest of the row away; whole on hover. */
function Long({ children }: { children: string }) {
  return (
    <span className="long" title={children}>
      {children}
    </span>
  );
}
