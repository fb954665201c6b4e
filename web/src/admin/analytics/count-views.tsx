import {
  type Days,
  type Panel,
  perDimension,
  type RangeFigures,
  type SessionAnalytics,
  sessionDimensionNames,
  sessionDimensions,
  type SessionPanel,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { useZoneName } from '../../ui/instant';
import { Skeleton } from '../../ui/query-states';
import { CountTable, Cut } from './count-table';
import { type FigureView, FigurePanel, type FigureViews } from './figure-panel';
import { isOthers, partsOfCampaign, useFilterLabels } from './filters';
import {
  countsOfHours,
  countsOfRange,
  countsOfSessions,
  isPageViewPanel,
  type Counted,
  type PanelCounts,
} from './panel-counts';
import { isFiltered, usePeriod } from './period';

// All flags are in one file, which loads after the figures; so is the map.
const CountryFlag = lazy(() => import('./country-flag'));
const WorldMap = lazy(() => import('./world-map'));

const noFlag = <span aria-hidden="true" className="h-3.5 w-5.25 flex-none rounded-xs border border-line" />;

/** A panel, or the hours, which sessions and page views both have. */
type Counting = Panel | 'hour';

interface Words {
  title: MessageKey;
  /** Head of the column of names. */
  head: MessageKey;
  definition: MessageKey;
  /** Shown without rows, unless there are no sessions. */
  empty?: MessageKey;
  /** The downloaded file's name. */
  name: string;
}

const words: Record<Counting, Words> = {
  ...perDimension<Words>(({ file, ...dimension }) => ({ ...dimension, name: file })),
  page: {
    title: 'admin.analytics.pages',
    head: 'admin.analytics.page',
    definition: 'admin.analytics.what.pages',
    name: 'pages',
  },
  entry: {
    title: 'admin.analytics.entryPages',
    head: 'admin.analytics.page',
    definition: 'admin.analytics.what.entryPages',
    name: 'entry-pages',
  },
  exit: {
    title: 'admin.analytics.exitPages',
    head: 'admin.analytics.page',
    definition: 'admin.analytics.what.exitPages',
    name: 'exit-pages',
  },
  source: {
    title: 'admin.analytics.channels',
    head: 'admin.analytics.channel',
    definition: 'admin.analytics.what.channels',
    name: 'channels',
  },
  device: {
    title: 'admin.analytics.devices',
    head: 'admin.analytics.device',
    definition: 'admin.analytics.what.devices',
    name: 'devices',
  },
  browser: {
    title: 'admin.analytics.browsers',
    head: 'admin.analytics.browser',
    definition: 'admin.analytics.what.browsers',
    name: 'browsers',
  },
  system: {
    title: 'admin.analytics.systems',
    head: 'admin.analytics.system',
    definition: 'admin.analytics.what.systems',
    name: 'systems',
  },
  hour: {
    title: 'admin.analytics.hoursOfDay',
    head: 'admin.analytics.hour',
    definition: 'admin.analytics.what.hoursOfDay',
    name: 'hours-of-day',
  },
};

const countedDefinitions: Record<Counted, MessageKey> = {
  visitors: 'admin.analytics.what.countedVisitors',
  pageViews: 'admin.analytics.what.countedPageViews',
  sessions: 'admin.analytics.what.countedSessions',
};

interface Props {
  days: Days;
  /** Null in a shared view with filters, which has none of all page views. */
  range: RangeFigures | null;
  rangeBefore: RangeFigures | undefined;
  sessions: SessionAnalytics | undefined;
  sessionsBefore: SessionAnalytics | undefined;
  /** Shown while the sessions aren't here. */
  noSessions: ReactNode;
  /** There are days to compare with. */
  isCompared: boolean;
  /** Shown when there are no page views to list. */
  noVisits: ReactNode;
}

interface CountViews {
  viewOf: (panel: Counting) => FigureView;
  map: FigureView;
}

/**
 * Gives each panel that lists counts: of page views where those have them and nothing is filtered, else of
 * sessions.
 */
export function useCountViews({ days: { from, to }, range, isCompared, ...props }: Props): CountViews {
  const text = useText();
  const zone = useZoneName();
  const pageViews = isFiltered(usePeriod()) ? null : range;
  const { ofValue } = useFilterLabels();
  const ofPageViews = (panel: Counting) => pageViews !== null && (panel === 'hour' || isPageViewPanel(panel));
  const { rangeBefore, sessions, sessionsBefore, noSessions, noVisits } = props;

  function count(panel: Counting): PanelCounts | undefined {
    if (pageViews) {
      if (panel === 'hour') return countsOfHours(pageViews, pageViews.before ?? undefined, 'visitors');
      if (isPageViewPanel(panel)) return countsOfRange(panel, pageViews, rangeBefore);
    }
    if (!sessions) return undefined;
    if (panel === 'hour') return countsOfHours(sessions, sessionsBefore, 'sessions');
    return countsOfSessions(panel, sessions, sessionsBefore);
  }

  function captionOf(panel: Counting): ReactNode {
    const isWithImported = panel === 'page' || panel === 'country';
    const imported =
      range !== null &&
      range.summary.imported > 0 &&
      (ofPageViews(panel)
        ? text(isWithImported ? 'admin.analytics.importedIn' : 'admin.analytics.importedOut')
        : text('admin.analytics.filter.importedOut'));
    if (panel !== 'country') return imported || undefined;
    return (
      <>
        {imported} <GeolocationLink />
      </>
    );
  }

  function emptyOf(panel: Counting): ReactNode {
    if (!ofPageViews(panel)) {
      if (!sessions) return noSessions;
      return text('admin.analytics.noSessionsHere');
    }
    const { empty } = words[panel];
    return empty ? text(empty) : noVisits;
  }

  function nameOf(panel: Counting, value: string): ReactNode {
    const name = ofValue(panel, value);
    if (panel === 'country')
      return (
        <span className="flex items-center gap-2.5">
          <Suspense fallback={noFlag}>
            <CountryFlag code={value} fallback={noFlag} />
          </Suspense>
          <Cut>{name}</Cut>
        </span>
      );
    if (panel !== 'campaign' || value === '' || isOthers(value)) return <Cut>{name}</Cut>;
    const [source, medium, campaign] = partsOfCampaign(value);
    return (
      <>
        <Cut>{campaign || text('admin.analytics.noCampaign')}</Cut>
        <span className="block text-note text-text-3">{[source, medium].filter(Boolean).join(' / ')}</span>
      </>
    );
  }

  const viewOf = (panel: Counting): FigureView => {
    const { title, head, definition, name } = words[panel];
    const counts = count(panel);
    const counted = counts?.counted ?? 'sessions';
    return {
      title: text(title),
      definition: `${text(definition, { zone })} ${text(countedDefinitions[counted])}`,
      name,
      days: { from, to },
      rows: counts?.rows.map((row) => ({ ...fieldsOf(panel, row.value), [counted]: row.count })) ?? [],
      first: () => counts?.rows[0] && ofValue(panel, counts.rows[0].value),
      empty: emptyOf(panel),
      content: counts && (
        <CountTable
          label={text(title)}
          dimension={panel}
          head={head}
          counts={counts}
          name={(value) => nameOf(panel, value)}
          isCompared={isCompared}
        />
      ),
      caption: captionOf(panel),
    };

    function fieldsOf(of: Counting, value: string): object {
      if (of === 'country') return { code: value, country: ofValue(of, value) };
      if (of !== 'campaign') return { [of]: value };
      const [source, medium, campaign] = partsOfCampaign(value);
      return { source, medium, campaign };
    }
  };

  const countries = count('country');
  const map: FigureView = {
    ...viewOf('country'),
    title: text('admin.analytics.map'),
    name: 'map',
    content: countries && (
      <Suspense fallback={<Skeleton className="mt-4 aspect-2/1" />}>
        <WorldMap counts={countries} />
      </Suspense>
    ),
  };
  return { viewOf, map };
}

/** The licence of the places' data requires it. */
function GeolocationLink() {
  const text = useText();
  return (
    <a href="https://db-ip.com" className="underlined hover:text-text">
      {text('admin.analytics.geolocation')}
    </a>
  );
}

interface PeriodPanelsProps extends CountViews {
  course: FigureViews;
  /** Next to the chart in importance, and of no period; a shared view hasn't it. */
  live?: ReactNode;
  videos: FigureViews;
  /** The panel of bots; a shared view with filters of sessions has none. */
  children: ReactNode;
}

/** The panels below the cards, of the owner's screen and of a shared view alike. */
export function PeriodPanels({ course, live, viewOf, map, videos, children }: PeriodPanelsProps) {
  const text = useText();
  /** The first dimension of a panel leads, then come those that aren't of a first page view. */
  const viewsOf = (panel: SessionPanel, others: FigureView[]) => {
    const [first = [], ...rest] = sessionDimensionNames
      .filter((name) => sessionDimensions[name].panel === panel)
      .map((name) => [viewOf(name)]);
    return [...first, ...others, ...rest.flat()] as FigureViews;
  };
  return (
    <>
      <FigurePanel span={8} title={text('admin.analytics.panel.course')} views={course} staysOpen />
      <FigurePanel
        span={4}
        title={text('admin.analytics.panel.technology')}
        views={viewsOf('technology', [viewOf('device'), viewOf('browser'), viewOf('system')])}
      />
      {live}
      <FigurePanel
        span={4}
        title={text('admin.analytics.panel.sources')}
        views={viewsOf('sources', [viewOf('source')])}
      />
      <FigurePanel
        span={4}
        title={text('admin.analytics.panel.pages')}
        views={[viewOf('page'), viewOf('entry'), viewOf('exit')]}
      />
      <FigurePanel span={4} title={text('admin.analytics.panel.places')} views={viewsOf('places', [map])} />
      <FigurePanel span={children ? 8 : 12} title={text('admin.analytics.panel.videos')} views={videos} />
      {children}
    </>
  );
}
