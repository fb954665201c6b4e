import { isIP } from 'node:net';
import { keptPage } from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { cutText, eventIdAt, storableText } from '@voordeur/server';

/** Short, because these visits are by programs and can come in floods. */
const limits = { page: 512, agent: 512 };
/** nginx logs a request when it ends, and its clock is nearly ours. */
const maxClockSkewMs = 60 * 60_000;

interface Expected {
  /** The secret that nginx includes in its lines. */
  key: string;
  nowMs: number;
}

/**
 * Parses nginx's log line of a page request: an RFC 3164 syslog datagram whose text is JSON with `key`, `time` (unix
 * seconds with milliseconds, within an hour of now), `address`, `uri` (as requested) and `agent`; nginx writes `-` for a
 * missing value. Returns null for anything else.
 */
export function readEdgeLine(datagram: string, { key, nowMs }: Expected): VisitEvent | null {
  const line = parseObject(/^<\d{1,3}>[^{]*?: (\{.*\})\s*$/s.exec(datagram)?.[1]);
  if (line?.['key'] !== key) return null;
  const timeMs = Math.round(Number(line['time']) * 1_000);
  const uri = textOf(line['uri']);
  const address = textOf(line['address']);
  if (!(Math.abs(timeMs - nowMs) <= maxClockSkewMs) || !uri.startsWith('/') || isIP(address) === 0)
    return null;
  return {
    ...eventIdAt(timeMs),
    source: 'edge',
    page: cutText(keptPage(uri), limits.page),
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

function textOf(value: unknown): string {
  return typeof value !== 'string' || value === '-' ? '' : storableText(value);
}
