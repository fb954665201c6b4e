import type { Bot } from './detect-bot.js';
import type { FindNetwork } from './networks.js';
import { publicAddress } from '../platform/geoip.js';

/** A crawler that stays in networks that we know, so that the same name from anywhere else is a lie. */
export interface Crawler {
  pattern: RegExp;
  /** Operators of network-rules.ts. */
  networks: string[];
  reason: string;
  /** An agent that this rule alone decides, and an address that it really comes from. */
  example: { agent: string; address: string };
}

/**
 * Not here: crawlers that also fetch from networks of others (Baidu and Bytespider from Chinese providers, DuckDuckBot,
 * Ahrefs), whose fetcher is everybody's telephone (WhatsApp), and all that anyone can run.
 */
export const crawlers: Crawler[] = [
  {
    pattern:
      /Googlebot|AdsBot-Google|Mediapartners-Google|Google-InspectionTool|GoogleOther|Storebot-Google|APIs-Google/,
    networks: ['Google', 'Google Cloud'],
    reason: 'Google publishes the addresses of its crawlers, and all are in its own network.',
    example: {
      agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      address: '66.249.66.1',
    },
  },
  {
    pattern: /bingbot|adidxbot|BingPreview|msnbot/i,
    networks: ['Microsoft'],
    reason: 'Microsoft publishes the addresses of Bing, and all are in its own network.',
    example: {
      agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      address: '157.55.39.1',
    },
  },
  {
    pattern: /GPTBot|OAI-SearchBot|ChatGPT-User/,
    networks: ['Microsoft', 'Amazon', 'Google Cloud', 'Oracle'],
    reason: 'OpenAI publishes its addresses: all are rented, nearly all from Microsoft.',
    example: {
      agent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      address: '20.171.206.1',
    },
  },
  {
    pattern: /ClaudeBot|Claude-User|Claude-SearchBot|anthropic-ai/i,
    networks: ['Anthropic', 'Amazon', 'Google', 'Google Cloud'],
    reason: 'Anthropic crawls from its own network and from those of the two clouds that it runs in.',
    example: {
      agent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      address: '160.79.104.10',
    },
  },
  {
    pattern: /Applebot/,
    networks: ['Apple'],
    reason: 'Apple says that Applebot comes from 17.0.0.0/8.',
    example: {
      agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      address: '17.241.75.10',
    },
  },
  {
    pattern: /facebookexternalhit|facebookcatalog|meta-external(?:agent|fetcher)|FacebookBot/i,
    networks: ['Meta'],
    reason: 'Meta lists the networks of its crawlers under its own number.',
    example: {
      agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      address: '69.171.250.1',
    },
  },
  {
    pattern: /Amazonbot/i,
    networks: ['Amazon'],
    reason: 'Amazon publishes the addresses of its crawler, all in its own network.',
    example: {
      agent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
      address: '52.70.240.171',
    },
  },
  {
    pattern: /Yandex(?:\w*Bot|Images|Video|Metrika|Media|Direct|Accessibility)/,
    networks: ['Yandex'],
    reason: 'Yandex says that its robots resolve to yandex.ru, .net or .com, which is its own network.',
    example: {
      agent: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
      address: '5.255.253.36',
    },
  },
  {
    pattern: /Twitterbot/i,
    networks: ['X'],
    reason: 'The cards of links are fetched from the network of X.',
    example: { agent: 'Twitterbot/1.0', address: '199.16.157.180' },
  },
  {
    pattern: /LinkedInBot/i,
    networks: ['LinkedIn', 'Microsoft'],
    reason: 'LinkedIn fetches previews from its own network and from that of its owner.',
    example: {
      agent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
      address: '108.174.2.200',
    },
  },
  {
    pattern: /SeznamBot/i,
    networks: ['Seznam'],
    reason: 'Seznam says that its robot resolves to seznam.cz, which is its own network.',
    example: {
      agent:
        'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
      address: '77.75.74.10',
    },
  },
];

const named = new RegExp(crawlers.map(({ pattern }) => pattern.source).join('|'), 'i');

/**
 * Whether the agent names a crawler that never comes from the network of this address. An address that isn't on the public
 * internet proves nothing.
 */
export function isForged(
  { userAgent, address }: { userAgent: string; address: string },
  findNetwork: FindNetwork,
): boolean {
  // Most bots name none of them.
  if (!named.test(userAgent) || publicAddress(address) === null) return false;
  const claimed = crawlers.filter(({ pattern }) => pattern.test(userAgent));
  const operator = findNetwork(address)?.operator ?? '';
  return claimed.length > 0 && !claimed.some(({ networks }) => networks.includes(operator));
}

/** Still a bot, whose name is not its own. */
export const asForged = (bot: Bot): Bot => ({ ...bot, name: `${bot.name} (forged)` });
