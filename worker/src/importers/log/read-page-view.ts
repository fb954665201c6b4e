import { keptPage, keptReferrer, lineOfText, textLimits } from '@voordeur/contracts/http';
import { cutText, storableText } from '@voordeur/server';
import type { LogLine } from './parse-line.js';

/** Why a valid line isn't a page view. */
type LeftOut = 'status-400-or-above' | 'redirect' | 'not-get' | 'no-page' | 'page-too-long' | 'asset';

/** A page view in a log: a visit event without its id. */
export interface LoggedPageView extends Omit<LogLine, 'request' | 'status'> {
  page: string;
}

const longestReferrer = 2_048;
const longestAgent = 1_024;

const requestForm = /^(\S+)(?: (.*?))?(?: HTTP\/\d(?:\.\d)?)?$/s;
/** Proxies get this form, and some crawlers send it to every server: `GET http://host/page`. */
const absoluteStart = /^https?:\/\/[^/?#]*/i;
const extension = /\.[A-Za-z0-9]{1,8}$/;
const pageExtension = /\.(?:[sx]?html?|php|aspx?|jsp|do|cfm)$/i;
const cleanLine = new RegExp(lineOfText, 'u');

/** A page view is a GET of a path without extension, or with that of a page, that was answered with a page or a 304. */
export function readPageView(line: LogLine): LoggedPageView | { leftOut: LeftOut } {
  if (line.status >= 400) return { leftOut: 'status-400-or-above' };
  // The page that it leads to is asked for next.
  if (line.status >= 300 && line.status !== 304) return { leftOut: 'redirect' };
  const [, method, target = ''] = requestForm.exec(line.request.trimEnd()) ?? [];
  if (method !== 'GET') return { leftOut: 'not-get' };

  const sent = sentPage(target);
  if (sent === null) return { leftOut: 'no-page' };
  // Before an address is removed: `logo@2x.png` looks like one.
  if (isAsset(sent)) return { leftOut: 'asset' };
  const page = keptPage(sent);
  if (page.length > textLimits.page) return { leftOut: 'page-too-long' };
  return {
    timeMs: line.timeMs,
    page,
    referrer: cutText(keptReferrer(storableText(line.referrer)), longestReferrer),
    address: line.address,
    userAgent: cutText(storableText(line.userAgent), longestAgent),
  };
}

/** The page without its origin; null for a target that isn't a path (`*`, `host:443`, garbage). */
function sentPage(target: string): string | null {
  const origin = absoluteStart.exec(target)?.[0] ?? '';
  const sent = target.slice(origin.length);
  const page = origin !== '' && !sent.startsWith('/') ? `/${sent}` : sent;
  return page.startsWith('/') && cleanLine.test(page) ? page : null;
}

function isAsset(page: string): boolean {
  const [path = ''] = page.split(/[?#]/, 1);
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  return extension.test(lastSegment) && !pageExtension.test(lastSegment);
}
