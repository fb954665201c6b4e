import { sessionDimensionNames, sessionDimensions, type SessionPanel } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import type { CountViews } from './count-views';
import { FigurePanel, type FigureView, type FigureViews } from './figure-panel';

interface Props extends CountViews {
  course: FigureViews;
  videos: FigureViews;
  /** The panel of bots; a shared view with filters of sessions has none. */
  children: ReactNode;
}

/** The panels below the cards, of the owner's screen and of a shared view alike. */
export function PeriodPanels({ course, viewOf, map, videos, children }: Props) {
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
      <FigurePanel span={8} title={text('admin.analytics.panel.course')} views={course} />
      <FigurePanel
        span={4}
        title={text('admin.analytics.panel.technology')}
        views={viewsOf('technology', [viewOf('device'), viewOf('browser'), viewOf('system')])}
      />
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
