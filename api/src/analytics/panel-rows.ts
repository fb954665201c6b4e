import {
  type Panel,
  type PanelName,
  panels,
  type SessionAnalytics,
  watchMarks,
} from '@voordeur/contracts/http';
import { countryName } from './read-stats.js';

type Row = Record<string, string | number>;

interface Sheet {
  columns: string[];
  rows: (figures: SessionAnalytics) => Row[];
}

/** A panel whose values are one word each. */
function sheetOf(panel: Panel): Sheet {
  return {
    columns: [panel, 'sessions'],
    rows: ({ panels }) => panels[panel].rows.map(({ value, sessions }) => ({ [panel]: value, sessions })),
  };
}

/** Every panel as a sheet: its columns, and its rows of the figures. */
const sheets: Record<PanelName, Sheet> = {
  ...(Object.fromEntries(panels.map((panel) => [panel, sheetOf(panel)])) as Record<Panel, Sheet>),
  page: {
    columns: ['page', 'sessions', 'pageViews'],
    rows: ({ panels }) =>
      panels.page.rows.map(({ value, sessions, pageViews = 0 }) => ({ page: value, sessions, pageViews })),
  },
  campaign: {
    columns: ['source', 'medium', 'campaign', 'sessions'],
    rows: ({ panels }) =>
      panels.campaign.rows.map(({ value, sessions }) => {
        const [source = '', medium = '', campaign = ''] = value.split('\n');
        return { source, medium, campaign, sessions };
      }),
  },
  country: {
    columns: ['code', 'country', 'sessions'],
    rows: ({ panels }) =>
      panels.country.rows.map(({ value, sessions }) => ({
        code: value,
        country: countryName(value || 'ZZ'),
        sessions,
      })),
  },
  day: {
    columns: ['day', 'sessions', 'visitors', 'pageViews'],
    rows: ({ dailyStats }) => dailyStats.map((day) => ({ ...day })),
  },
  hour: {
    columns: ['weekday', 'hour', 'sessions'],
    rows: ({ hoursOfWeek }) =>
      hoursOfWeek.flatMap((hours, day) =>
        hours.map((sessions, hour) => ({ weekday: day + 1, hour, sessions })),
      ),
  },
  video: {
    columns: [
      ...['videoId', 'title', 'views', 'uniqueViewers', 'averageWatchTime', 'totalWatchTime'],
      ...watchMarks.map((mark) => `reached${mark}s`),
    ],
    rows: ({ videoStats }) =>
      videoStats.map(({ reached, ...video }) => ({
        ...video,
        ...Object.fromEntries(reached.map(({ seconds, views }) => [`reached${seconds}s`, views])),
      })),
  },
  totals: {
    columns: ['sessions', 'visitors', 'pageViews', 'bounces', 'seconds', 'videoSeconds', 'suspected'],
    rows: ({ totals }) => [{ ...totals }],
  },
};

export function columnsOf(panel: PanelName): string[] {
  return sheets[panel].columns;
}

export function rowsOf(panel: PanelName, figures: SessionAnalytics): Row[] {
  return sheets[panel].rows(figures);
}

/** Number of values in the panel that aren't listed. */
export function moreOf(panel: PanelName, { panels }: SessionAnalytics): number {
  return panel in panels ? panels[panel as keyof typeof panels].more : 0;
}
