import type { BotClass } from '@voordeur/contracts/http';
import type { Crawler } from './listed-crawlers.js';

/** Classes by the tags of the maintained list, the most specific first; any other tag is `other`. */
const classOfTag: [tag: string, botClass: BotClass][] = [
  ['ai-crawler', 'ai'],
  ['search-engine', 'search'],
  ['monitoring', 'monitor'],
  ['http-library', 'tool'],
  ['browser-automation', 'tool'],
];

/** For bots that aren't in the list or have no tag there; tried on the name and the user agent, in this order. */
const classOfWord: [word: RegExp, botClass: BotClass][] = [
  [
    /gpt|claude|anthropic|openai|perplexity|mistral|gemini|deepseek|\bcohere|bytespider|ccbot|-ai\b|\bai-?(?:bot|crawler|search)/i,
    'ai',
  ],
  [
    /googlebot|bingbot|msnbot|yandex(?!browser)|baidu|duckduck|slurp|applebot|petalbot|sogou|seznam|qwant|search|indexer/i,
    'search',
  ],
  [
    /monitor|uptime|pingdom|statuscake|checker|heartbeat|health|\bping|synthetic|lighthouse|speed/i,
    'monitor',
  ],
  [
    /curl|wget|httpie|http-?client|python|\bperl|\bphp|\bruby|\bjava\b|\bgo\b|libwww|lwp|axios|okhttp|node|postman|headless|phantom|selenium|playwright|puppeteer|library|webdriver|jsdom|htmlunit|wkhtml|cypress/i,
    'tool',
  ],
];

/** Product names that no bot uses for itself. */
const platformName =
  /^(?:Mozilla|Opera|AppleWebKit|Gecko|Chrome|Chromium|Safari|Version|Mobile|Firefox|Dalvik|KHTML|compatible|Windows|NT|WOW64|Macintosh|Mac|OS|Linux|x86_64|Android|Intel|Win64|X11|X|like|Trident|iPhone|iPad|CPU)$/i;

const longestName = 60;

/** The name that the bot gives itself (at most 60 characters; "Unknown" if it gives none) and its class. */
export function nameBot(agent: string, crawlers: Crawler[]): { botClass: BotClass; name: string } {
  const known = longestKnown(agent, crawlers);
  const name = known?.name ?? ownName(agent);
  return { botClass: classOf(known?.tags ?? [], name, agent), name };
}

/** The longest match is the most specific: "Googlebot-Image" rather than "Googlebot". */
function longestKnown(agent: string, crawlers: Crawler[]): { name: string; tags: string[] } | null {
  let longest: { name: string; tags: string[] } | null = null;
  for (const { pattern, tags } of crawlers) {
    const name = tidy(pattern.exec(agent)?.[0] ?? '');
    if (name !== '' && name.length > (longest?.name.length ?? 0)) longest = { name, tags };
  }
  return longest;
}

/** The word after "compatible;", else a word that sounds like a bot, else the first product. */
function ownName(agent: string): string {
  const text = withoutLinks(agent);
  const introduced = /\bcompatible; ?([A-Za-z][\w .!-]{0,59})/.exec(text)?.[1];
  const sounding =
    /[\w.!-]{0,40}(?:bot|crawl|spider|headless|scan(?!s\b|ning\b)|phantomjs|fetch|preview|monitor)[\w.!-]{0,40}/i.exec(
      text,
    )?.[0];
  const products = [...text.matchAll(/(?<![\w.-])[A-Za-z][\w.-]{0,59}(?=[/ ]|$)/g)].map(([word]) => word);
  const names = [
    introduced === 'MSIE' ? undefined : introduced,
    sounding,
    products.find((word) => !platformName.test(word)),
  ];
  return (
    names.map((name) => tidy(name ?? '')).find((name) => name !== '' && !/^MSIE\b/.test(name)) ?? 'Unknown'
  );
}

function classOf(tags: string[], name: string, agent: string): BotClass {
  return (
    classOfWord.find(([word]) => word.test(name))?.[1] ??
    classOfTag.find(([tag]) => tags.includes(tag))?.[1] ??
    (tags.length > 0 ? undefined : classOfWord.find(([word]) => word.test(withoutLinks(agent)))?.[1]) ??
    'other'
  );
}

/** Words in a link are its host's, not the bot's. */
const withoutLinks = (agent: string): string => agent.slice(0, 500).replace(/https?:\/\/[^\s;)]*/gi, '');

/** Without the slash of a version and other punctuation at either end. */
function tidy(name: string): string {
  return name.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9!]+$/g, '').slice(0, longestName);
}
