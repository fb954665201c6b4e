import { type SourceClass, sourceClasses } from '@voordeur/contracts/http';
import { LRUCache } from 'lru-cache';

/** Where a page view came from: the host before it, and the utm_* of its address. */
export interface ViewSource {
  referrerHost: string | null;
  campaign: Record<'source' | 'medium' | 'campaign', string | null>;
}

/**
 * Hosts by kind: a visitor from one of them was answered by an assistant, or searched. Each matches itself, and with
 * `www.` or `m.` before it: other hosts of a domain (mail.google.com, docs.google.com) are neither. An app of Android's
 * has its package for a host. `google.*` is Google in every country.
 */
const assistants = [
  ...['chatgpt.com', 'chat.openai.com', 'com.openai.chatgpt', 'claude.ai', 'com.anthropic.claude'],
  ...['copilot.microsoft.com', 'copilot.com', 'copilot.cloud.microsoft', 'm365.cloud.microsoft'],
  ...['gemini.google.com', 'bard.google.com', 'com.google.android.apps.bard'],
  ...['perplexity.ai', 'ai.perplexity.app.android', 'chat.mistral.ai', 'chat.deepseek.com', 'grok.com'],
  ...['meta.ai', 'poe.com', 'you.com', 'duck.ai', 'kimi.com', 'kimi.ai', 'kimi.moonshot.cn', 'doubao.com'],
  ...['chat.qwen.ai', 'qwen.ai', 'lumo.proton.me', 'iask.ai', 'felo.ai', 'phind.com', 'genspark.ai', 'pi.ai'],
];
/** Other names that assistants use in the links that they mark. */
const assistantNames = ['chatgpt', 'openai', 'gemini', 'copilot', 'perplexity', 'claude'];
const searchEngines = [
  ...[
    'google.*',
    'images.google.*',
    'news.google.*',
    'scholar.google.*',
    'lens.google.com',
    'search.google.com',
  ],
  ...['com.google.android.googlequicksearchbox', 'bing.com', 'cn.bing.com', 'com.microsoft.bing'],
  ...['duckduckgo.com', 'html.duckduckgo.com', 'lite.duckduckgo.com', 'start.duckduckgo.com'],
  ...['safe.duckduckgo.com', 'noai.duckduckgo.com', 'com.duckduckgo.mobile.android'],
  ...['ecosia.org', 'startpage.com', 'qwant.com', 'lite.qwant.com', 'search.brave.com', 'kagi.com'],
  ...['yahoo.com', '??.search.yahoo.com', 'search.yahoo.com', 'r.search.yahoo.com', 'search.yahoo.co.jp'],
  ...['yandex.*', 'ya.ru', 'baidu.com', 'sogou.com', 'wap.sogou.com', 'so.com', 'sm.cn', 'm.sm.cn'],
  ...['naver.com', 'search.naver.com', 'm.search.naver.com', 'search.daum.net', 'm.search.daum.net'],
  ...['seznam.cz', 'search.seznam.cz', 'coccoc.com', 'petalsearch.com', 'search.marginalia.nu', 'yep.com'],
  ...['mojeek.com', 'mojeek.co.uk', 'swisscows.com', 'metager.org', 'metager.de', 'presearch.com'],
  ...['dogpile.com', 'search.aol.com', 'ask.com', 'search.lycos.com', 'webcrawler.com', 'oceanhero.today'],
];

/** `google.*` fits google.nl, google.com.br and google.co.uk; `??.` any country before a host. */
const pattern = (names: string[]) => {
  const hosts = names.map((name) =>
    name
      .replaceAll('.', '\\.')
      .replace('\\.*', '\\.(com|[a-z]{2}|com?\\.[a-z]{2})')
      .replace('??', '[a-z]{2}'),
  );
  return `^(www\\.|m\\.)?(${hosts.join('|')})(:[0-9]+)?$`;
};

const ofAssistant = pattern(assistants);
/** In any case of letters. */
const ofAssistantsLink = pattern([...assistants, ...assistantNames]);
const ofSearchEngine = pattern(searchEngines);

/** Caches the patterns' answers: there are far more page views than hosts. */
const remember = (source: string, flags = '') => {
  const isFrom = new RegExp(source, flags);
  const known = new LRUCache<string, boolean>({ max: 5_000 });
  return (host: string | null) => {
    if (host === null) return false;
    const is = known.get(host) ?? isFrom.test(host);
    known.set(host, is);
    return is;
  };
};
const isAssistant = remember(ofAssistant);
const isAssistantsLink = remember(ofAssistantsLink, 'i');
const isSearchEngine = remember(ofSearchEngine);

/** The same hosts, with one example for each pattern: the host that nearly all of its matches are. */
const withoutPatterns = [...assistants, ...searchEngines]
  .filter((host) => !host.startsWith('??'))
  .map((host) => host.replace('.*', '.com'));
/** A few hundred hosts that every site has visitors from. */
export const knownReferrers = withoutPatterns.flatMap((host) => [host, `www.${host}`, `m.${host}`]);
/** The campaigns of links that assistants mark. */
export const knownCampaigns = [...assistants, ...assistantNames].map((source) => `${source}\n\n`);

const placeOf = (source: SourceClass) => sourceClasses.indexOf(source);

/**
 * The class of a page view's source, by its place in `sourceClasses`. Assistants mark their links (`utm_source=chatgpt.com`),
 * which doesn't make them campaigns.
 */
export function classOf({ referrerHost, campaign }: ViewSource): number {
  if (isAssistant(referrerHost) || isAssistantsLink(campaign.source)) return placeOf('assistant');
  if ((campaign.source ?? campaign.medium ?? campaign.campaign) !== null) return placeOf('campaign');
  if (isSearchEngine(referrerHost)) return placeOf('search');
  return placeOf(referrerHost === null ? 'direct' : 'referral');
}
