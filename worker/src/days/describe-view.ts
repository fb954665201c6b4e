import { classOf, type ViewSource } from './source-class.js';

/** The columns of a page view by a person that its description follows from. */
export interface DescribedView extends ViewSource {
  page: string;
  client: Record<'device' | 'browser' | 'system', string | null>;
}

/** The columns of a page view that its description fills, with their types. */
export const describedColumns = {
  path: 'text',
  campaign: 'text',
  client: 'text',
  source_class: 'smallint',
} as const;

/** The values that a page view counts for, computed once and kept in its row. */
export interface Description extends Record<keyof typeof describedColumns, unknown> {
  /** The page without its query. */
  path: string;
  /** utm_source, utm_medium and utm_campaign, one a line; null: none of them. */
  campaign: string | null;
  /** Device class, browser and operating system, one a line; null: none is known. */
  client: string | null;
  /** Its place in `sourceClasses` of contracts. */
  source_class: number;
}

export function describeView({ page, referrerHost, campaign, client }: DescribedView): Description {
  const query = page.indexOf('?');
  return {
    path: query === -1 ? page : page.slice(0, query),
    campaign: linesOf(campaign.source, campaign.medium, campaign.campaign),
    client: linesOf(client.device, client.browser, client.system),
    source_class: classOf({ referrerHost, campaign }),
  };
}

const linesOf = (...parts: (string | null)[]) =>
  parts.some((part) => part !== null) ? parts.map((part) => part ?? '').join('\n') : null;
