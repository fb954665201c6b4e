import { site } from '../../config/site';

/** What the page knows of its visitor: kept in memory, shown on the privacy page, sent nowhere. */
export interface VisitorContext {
  /** `Unknown` when it could not be looked up. */
  address: string;
  agent: string;
}

let context: Promise<VisitorContext> | undefined;

export function readVisitorContext(): Promise<VisitorContext> {
  context ??= lookUpAddress().then((address) => ({ address, agent: navigator.userAgent }));
  return context;
}

async function lookUpAddress(): Promise<string> {
  try {
    const { ip } = (await (await fetch(site.ipLookup)).json()) as { ip?: unknown };
    return typeof ip === 'string' && ip !== '' ? ip : 'Unknown';
  } catch {
    return 'Unknown';
  }
}
