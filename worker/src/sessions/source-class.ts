import { type SourceClass, sourceClasses } from '@voordeur/contracts/http';

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

/**
 * SQL: the class of a page view's source (its place in `sourceClasses`), of its columns `referrer_host` and `utm_…`. Assistants mark their links
 * (`utm_source=chatgpt.com`), which doesn't make them campaigns.
 */
export const sourceClassSql = (() => {
  const isFrom = (column: string, domains: string[]) => `${column} ~ '${pattern(domains)}'`;
  const placeOf = (source: SourceClass) => sourceClasses.indexOf(source);
  return `(case
    when ${isFrom('referrer_host', assistants)} or ${isFrom('utm_source', assistants)} then ${placeOf('assistant')}
    when coalesce(utm_source, utm_medium, utm_campaign) is not null then ${placeOf('campaign')}
    when ${isFrom('referrer_host', searchEngines)} then ${placeOf('search')}
    when referrer_host is not null then ${placeOf('referral')}
    else ${placeOf('direct')} end)::smallint`;
})();
