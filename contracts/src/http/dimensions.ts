import type { MessageKey } from '../messages/index.js';

export type SessionPanel = 'sources' | 'places' | 'technology';

/** A value that a session takes from its first page view. */
interface Dimension {
  /** In `visits`. */
  column: string;
  /** The column's value for none. */
  unknown?: string;
  /** The panel of the owner's screen that lists its values. */
  panel: SessionPanel;
  title: MessageKey;
  /** Over the values in that list. */
  head: MessageKey;
  definition: MessageKey;
  /** In a filter. */
  filter: MessageKey;
  /** A session without a value. */
  none: MessageKey;
  /** Instead of a list without rows, where there are sessions. */
  empty?: MessageKey;
  /** The downloaded file's name. */
  file: string;
}

/**
 * Packed days, filters, panels, goals and downloads follow from these. A new one needs besides: a migration and the entity's column,
 * its value in `describeView` of the worker, and its words. Where strangers choose the value, worker/src/days/dimensions.ts limits
 * how many of them a day keeps.
 */
export const sessionDimensions = {
  referrer: {
    column: 'referrer_host',
    panel: 'sources',
    title: 'admin.analytics.referrers',
    head: 'admin.analytics.host',
    definition: 'admin.analytics.what.referrers',
    filter: 'admin.analytics.filter.referrer',
    none: 'admin.analytics.filter.nothing',
    empty: 'admin.analytics.noReferrers',
    file: 'referrers',
  },
  campaign: {
    column: 'campaign',
    panel: 'sources',
    title: 'admin.analytics.campaigns',
    head: 'admin.analytics.campaign',
    definition: 'admin.analytics.what.campaigns',
    filter: 'admin.analytics.campaign',
    none: 'admin.analytics.filter.nothing',
    empty: 'admin.analytics.noCampaigns',
    file: 'campaigns',
  },
  country: {
    column: 'country',
    unknown: 'ZZ',
    panel: 'places',
    title: 'admin.analytics.topCountries',
    head: 'admin.analytics.country',
    definition: 'admin.analytics.what.countries',
    filter: 'admin.analytics.country',
    none: 'admin.analytics.filter.unknown',
    file: 'countries',
  },
  language: {
    column: 'language',
    panel: 'places',
    title: 'admin.analytics.languages',
    head: 'admin.analytics.language',
    definition: 'admin.analytics.what.languages',
    filter: 'admin.analytics.language',
    none: 'admin.analytics.filter.unknown',
    file: 'languages',
  },
} satisfies Record<string, Dimension>;

export type SessionDimension = keyof typeof sessionDimensions;

export const sessionDimensionNames = /* @__PURE__ */ Object.keys(sessionDimensions) as SessionDimension[];

export function isSessionDimension(name: string): name is SessionDimension {
  return name in sessionDimensions;
}

/** One value for each of them. */
export function perDimension<Value>(
  valueOf: (dimension: Dimension, name: SessionDimension) => Value,
): Record<SessionDimension, Value> {
  return Object.fromEntries(
    sessionDimensionNames.map((name) => [name, valueOf(sessionDimensions[name], name)]),
  ) as Record<SessionDimension, Value>;
}
