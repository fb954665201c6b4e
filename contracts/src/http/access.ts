import type { RangeFigures } from './analytics.js';
import { type Panel, panels, type SessionAnalytics } from './session-analytics.js';

/** For how many days a shared link works, and an API key if it ends at all. */
export const accessDays = [7, 30, 365] as const;
export type AccessDays = (typeof accessDays)[number];

/** Length limits for names of links and keys and for passwords of links, in characters. */
export const accessLimits = { name: 80, minPassword: 8, password: 200, query: 20_000 } as const;

/** How each API key begins, so that programs that look for leaked secrets can find one. */
export const apiKeyPrefix = 'vdk_';

/** `POST /api/admin/api-keys` */
export interface ApiKeyBody {
  name: string;
  /** Without it the key works until it's revoked. */
  days?: AccessDays;
}

/** A key that reads figures, and nothing else. Times are ISO, UTC. */
export interface ApiKeyShown {
  id: string;
  name: string;
  createdAt: string;
  /** To the hour; null: never. */
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** Newest first. */
export interface ApiKeysAnswer {
  keys: ApiKeyShown[];
}

/** The only time that the key itself is shown. */
export interface NewApiKeyAnswer extends ApiKeyShown {
  key: string;
}

/** `POST /api/admin/shared-links`; `query` is that of the screen's address: `?last=30d&filter=country:is:NL`. */
export interface SharedLinkBody {
  name: string;
  query: string;
  days: AccessDays;
  password?: string;
}

export interface SharedLinkShown {
  id: string;
  name: string;
  query: string;
  hasPassword: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

export interface SharedLinksAnswer {
  links: SharedLinkShown[];
}

/** The only time that the token is shown; the link is `/shared#token`. */
export interface NewSharedLinkAnswer extends SharedLinkShown {
  token: string;
}

/** `POST /api/shared/open` */
export interface OpenSharedBody {
  token: string;
  password?: string;
}

export interface OpenSharedAnswer {
  /** The bearer token of `GET /api/shared/figures`. */
  token: string;
  timeZone: string;
  name: string;
  query: string;
}

/** `GET /api/shared/figures`: the figures of the link's own days and filters, and of no others. */
export interface SharedFigures {
  /** Page views of all; null where the link has filters of sessions. */
  range: RangeFigures | null;
  /** For the days compared with, if any. */
  rangeBefore: RangeFigures | null;
  sessions: SessionAnalytics;
  sessionsBefore: SessionAnalytics | null;
}

/** The panels of `GET /api/admin/analytics/panels/:panel`. */
export const panelNames = [...panels, 'day', 'hour', 'video', 'totals'] as const;
export type PanelName = Panel | 'day' | 'hour' | 'video' | 'totals';

/** With `Accept: text/csv` the rows alone, as CSV. */
export interface PanelAnswer {
  panel: PanelName;
  from: string;
  to: string;
  rows: Record<string, string | number>[];
  /** Values that aren't listed. */
  more: number;
  asOf: string;
}
