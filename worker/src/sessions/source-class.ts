import { type SourceClass, sourceClasses } from '@voordeur/contracts/http';
import { LRUCache } from 'lru-cache';
import type { NamedView } from './names.js';

/**
 * Hosts by what they are: a visitor from one of them was answered by an assistant, or searched. A domain stands for its
 * subdomains too; `google.*` for Google in every country.
 */
const assistants = [
  'chatgpt.com',
  'chat.openai.com',
  'claude.ai',
  'copilot.microsoft.com',
  'gemini.google.com',
  'perplexity.ai',
  'chat.mistral.ai',
  'chat.deepseek.com',
  'grok.com',
  'meta.ai',
  'poe.com',
  'you.com',
];
const searchEngines = [
  'google.*',
  'bing.com',
  'duckduckgo.com',
  'ecosia.org',
  'startpage.com',
  'qwant.com',
  'search.brave.com',
  'yahoo.com',
  'yandex.*',
  'baidu.com',
  'kagi.com',
];

/** `google.*` fits google.nl and google.co.uk. */
const pattern = (domains: string[]) => {
  const hosts = domains.map((domain) =>
    domain.replaceAll('.', '\\.').replace('\\.*', '\\.[a-z]{2,3}(\\.[a-z]{2})?'),
  );
  return `(^|\\.)(${hosts.join('|')})(:[0-9]+)?$`;
};

const ofAssistant = pattern(assistants);
const ofSearchEngine = pattern(searchEngines);

/** The patterns of the two, for what they were asked before: there are far more page views than hosts. */
const remember = (source: string) => {
  const isFrom = new RegExp(source);
  const known = new LRUCache<string, boolean>({ max: 5_000 });
  return (host: string | null) => {
    if (host === null) return false;
    const is = known.get(host) ?? isFrom.test(host);
    known.set(host, is);
    return is;
  };
};
const isAssistant = remember(ofAssistant);
const isSearchEngine = remember(ofSearchEngine);

const placeOf = (source: SourceClass) => sourceClasses.indexOf(source);

/**
 * The class of a page view's source, by its place in `sourceClasses`. Assistants mark their links (`utm_source=chatgpt.com`),
 * which doesn't make them campaigns.
 */
export function classOf({ referrerHost, campaign }: Pick<NamedView, 'referrerHost' | 'campaign'>): number {
  if (isAssistant(referrerHost) || isAssistant(campaign.source)) return placeOf('assistant');
  if ((campaign.source ?? campaign.medium ?? campaign.campaign) !== null) return placeOf('campaign');
  if (isSearchEngine(referrerHost)) return placeOf('search');
  return placeOf(referrerHost === null ? 'direct' : 'referral');
}

/** SQL: the same of the columns of `visits`. */
export const sourceClassSql = `(case
  when referrer_host ~ '${ofAssistant}' or utm_source ~ '${ofAssistant}' then ${placeOf('assistant')}
  when coalesce(utm_source, utm_medium, utm_campaign) is not null then ${placeOf('campaign')}
  when referrer_host ~ '${ofSearchEngine}' then ${placeOf('search')}
  when referrer_host is not null then ${placeOf('referral')}
  else ${placeOf('direct')} end)::smallint`;
