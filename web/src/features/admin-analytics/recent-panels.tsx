import type { Analytics, RecentVisitor } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { formatWatchTime, hostOf } from '../../lib/format';
import { Table, type Column } from '../../ui/table';
import { reasonTexts } from './bots-panel';
import { FigurePanel } from './figure-panel';
import { formatPlace, labelReferer, type RefererLabel } from './format-figures';

const refererTexts: Record<RefererLabel, MessageKey> = {
  direct: 'admin.analytics.direct',
  internal: 'admin.analytics.internal',
  external: 'admin.analytics.external',
};

/** What every row of these panels has: when, from where, and the address. */
type Recent = Pick<RecentVisitor, 'localTime' | 'city' | 'country' | 'ip'>;

const time: Column<Recent> = { head: 'admin.analytics.time', cell: ({ localTime }) => localTime, soft: true };
const place: Column<Recent> = {
  head: 'admin.analytics.place',
  cell: ({ city, country }) => formatPlace(city, country),
};
const address: Column<Recent> = { head: 'admin.analytics.address', cell: ({ ip }) => ip, soft: true };

/** The newest visits, video views and bots. */
export function RecentPanels({ analytics }: { analytics: Analytics }) {
  const text = useText();
  return (
    <>
      <RecentPanel
        title={text('admin.analytics.recentVisitors')}
        definition={text('admin.analytics.what.recentVisitors')}
        file="recent-visitors"
        empty={text('admin.analytics.noVisits')}
        rows={analytics.recentVisitors}
        columns={[
          { head: 'admin.analytics.page', cell: ({ page }) => <Long>{page}</Long> },
          time,
          place,
          {
            head: 'admin.analytics.cameFrom',
            cell: ({ referer }) => <Referer referer={referer} ownHost={analytics.ownHost} />,
          },
          address,
        ]}
      />
      <RecentPanel
        title={text('admin.analytics.recentVideoViews')}
        definition={text('admin.analytics.what.recentVideoViews')}
        file="recent-video-views"
        empty={text('admin.analytics.noRecentVideoViews')}
        rows={analytics.recentVideoViews}
        columns={[
          { head: 'admin.analytics.video', cell: ({ videoTitle }) => videoTitle },
          time,
          { head: 'admin.analytics.watched', cell: ({ watchDuration }) => formatWatchTime(watchDuration) },
          place,
          address,
        ]}
      />
      <RecentPanel
        title={text('admin.analytics.recentBots')}
        definition={text('admin.analytics.what.recentBots')}
        // The licence of the places' data requires this link.
        note={
          <a
            href="https://db-ip.com"
            className="underline decoration-edge underline-offset-[.3em] hover:text-text"
          >
            {text('admin.analytics.geolocation')}
          </a>
        }
        file="recent-bots"
        empty={text('admin.analytics.noBots')}
        rows={analytics.recentBots}
        columns={[
          { head: 'admin.analytics.bot', cell: ({ name }) => name },
          time,
          {
            head: 'admin.analytics.reason',
            cell: ({ reason }) => <span className="tag">{text(reasonTexts[reason])}</span>,
          },
          place,
          address,
          {
            head: 'admin.analytics.userAgent',
            cell: ({ userAgent }) => <Long>{userAgent}</Long>,
            soft: true,
          },
        ]}
      />
    </>
  );
}

interface Props<Row> {
  title: string;
  definition: string;
  note?: ReactNode;
  file: string;
  empty: string;
  columns: Column<Row>[];
  rows: Row[];
}

/** The newest of one kind, ten of them until the owner asks for all. */
function RecentPanel<Row extends object>({ columns, note, ...panel }: Props<Row>) {
  const text = useText();
  return (
    <FigurePanel span={12} note={note ?? text('admin.analytics.newest')} {...panel}>
      <Table label={panel.title} columns={columns} rows={panel.rows} tall first={10} cards />
    </FigurePanel>
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

/** Cut off before it would push the rest of the row away; whole on hover. */
function Long({ children }: { children: string }) {
  return (
    <span className="block max-w-110 overflow-hidden text-ellipsis" title={children}>
      {children}
    </span>
  );
}
