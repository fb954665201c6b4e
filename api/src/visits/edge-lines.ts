import { isIP } from 'node:net';
import { keptPage } from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { cutText } from '../platform/cut-text.js';
import { eventIdAt } from '../platform/event-id.js';

const limits = { page: 2_048, referrer: 2_048, agent: 1_024 };
const endOfTimeMs = Date.UTC(2101, 0);

/**
 * What nginx tells of one page request: an RFC 3164 syslog datagram whose text is JSON with `time` (unix seconds
 * with milliseconds), `address`, `uri` (as requested), `agent` and `referrer`; `-` is nginx's word for none.
 * Null for anything else.
 */
export function readEdgeLine(datagram: string): VisitEvent | null {
  const line = parseObject(/^<\d{1,3}>[^{]*?: (\{.*\})\s*$/s.exec(datagram)?.[1]);
  if (!line) return null;
  const timeMs = Math.round(Number(line['time']) * 1_000);
  const uri = textOf(line['uri']);
  const address = textOf(line['address']);
  if (!(timeMs > 0 && timeMs < endOfTimeMs) || !uri.startsWith('/') || isIP(address) === 0) return null;
  const referrer = cutText(textOf(line['referrer']), limits.referrer);
  return {
    ...eventIdAt(timeMs),
    source: 'edge',
    page: cutText(keptPage(uri), limits.page),
    ...(referrer && { referrer }),
    address,
    userAgent: cutText(textOf(line['agent']), limits.agent),
  };
}

function parseObject(json: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Scanners send bytes that no text column takes; what cannot be kept is shown as what Unicode has for it. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '-') return '';
  return value.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}
