import { sourceClasses } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { classOf } from './source-class.js';
import { describeClient } from './describe-client.js';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

describe('describeClient', () => {
  it.each<[string, string | null, string | null, string | null]>([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Firefox', 'Linux'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'mobile', 'Chrome', 'Android'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`,
      'desktop',
      'Microsoft Edge',
      'Windows',
    ],
    ...['BingSapphire/31.4.430903001', 'Phantom/ios/25.30.0'].map((app): [string, string, string, string] => [
      `${iphone} ${app}`,
      'mobile',
      'Safari',
      'iOS',
    ]),
    ['', null, null, null],
    ['someone@example.org/1.0', null, null, null],
  ])('%s', (agent, device, browser, system) => {
    expect(describeClient(agent)).toEqual({ device, browser, system });
  });
});

describe('the class of a source', () => {
  const campaign = { source: null, medium: null, campaign: null };
  type Case = [string | null, Record<keyof typeof campaign, string | null>, string];
  it.each<Case>([
    [null, campaign, 'direct'],
    ['', campaign, 'referral'],
    ['example.', campaign, 'referral'],
    ['bing-com', campaign, 'referral'],
    ['chatgpt.com.example.org', campaign, 'referral'],
    ['localhost:google.nl', campaign, 'referral'],
    ['google.nl:80.example.org', campaign, 'referral'],
    ['google.museum', campaign, 'referral'],
    [null, { ...campaign, campaign: 'spring' }, 'campaign'],
    ['www.google.nl', { ...campaign, source: 'letter' }, 'campaign'],
    ['example.org', { ...campaign, source: 'google.nl' }, 'campaign'],
    ['chatgpt.com', { ...campaign, source: 'letter' }, 'assistant'],
    ['www.google.co.uk', campaign, 'search'],
    ['google.nl', campaign, 'search'],
    ['notgoogle.nl', campaign, 'referral'],
    ['google.nl.example.org', campaign, 'referral'],
    ['chatgpt.com', campaign, 'assistant'],
    ['gemini.google.com', campaign, 'assistant'],
    [null, { ...campaign, source: 'chatgpt.com' }, 'assistant'],
    ['www.google.nl', { ...campaign, medium: 'cpc' }, 'campaign'],
    ['localhost:8081', campaign, 'referral'],
    ['duckduckgo.com:443', campaign, 'search'],
    ...['mail', 'accounts', 'docs', 'calendar', 'meet', 'translate', 'notebooklm', 'aistudio'].map(
      (name): Case => [`${name}.google.com`, campaign, 'referral'],
    ),
    ...['mail.yahoo.com', 'mail.yandex.ru', 'google.xyz', 'blog.naver.com', 'com.google.android.gm'].map(
      (host): Case => [host, campaign, 'referral'],
    ),
    ...[
      'com.google.android.googlequicksearchbox',
      'www.google.com.br',
      'images.google.nl',
      'cn.bing.com',
    ].map((host): Case => [host, campaign, 'search']),
    ...['nl.search.yahoo.com', 'ya.ru', 'm.baidu.com', 'search.naver.com', 'www.sogou.com', 'seznam.cz'].map(
      (host): Case => [host, campaign, 'search'],
    ),
    ...['ChatGPT.com', 'chatgpt.com', 'openai', 'OpenAI', 'gemini', 'copilot.com', 'perplexity'].map(
      (source): Case => [null, { ...campaign, source }, 'assistant'],
    ),
    [null, { ...campaign, source: 'gemini-letter' }, 'campaign'],
    ['openai', campaign, 'referral'],
  ])('for %s, %j is %s', (referrerHost, marked, expected) => {
    expect(sourceClasses[classOf({ referrerHost, campaign: marked })]).toBe(expected);
  });

  it.each([
    [
      'assistant',
      ...['chatgpt.com', 'chat.openai.com', 'claude.ai', 'copilot.microsoft.com', 'gemini.google.com'],
      ...[
        'perplexity.ai',
        'chat.mistral.ai',
        'chat.deepseek.com',
        'grok.com',
        'meta.ai',
        'poe.com',
        'you.com',
      ],
      ...['duck.ai', 'copilot.cloud.microsoft', 'm365.cloud.microsoft', 'kimi.com', 'doubao.com'],
      ...['chat.qwen.ai', 'lumo.proton.me'],
    ],
    [
      'search',
      ...['google.com', 'bing.com', 'duckduckgo.com', 'ecosia.org', 'startpage.com', 'qwant.com'],
      ...['search.brave.com', 'yahoo.com', 'yandex.com.tr', 'baidu.com', 'kagi.com'],
      ...['naver.com', 'seznam.cz', 'sogou.com', 'mojeek.com', 'ya.ru', 'so.com', 'swisscows.com'],
    ],
  ])('is %s for these hosts, their subdomains and any port, asked again or not', (expected, ...hosts) => {
    for (const host of hosts.flatMap((host) => [host, `www.${host}`, `${host}:8443`, host]))
      expect([host, sourceClasses[classOf({ referrerHost: host, campaign })]]).toEqual([host, expected]);
    const others = hosts.flatMap((host) => [`x${host}`, `${host}.example.org`, host.replace('.', '-')]);
    for (const host of others)
      expect([host, sourceClasses[classOf({ referrerHost: host, campaign })]]).not.toContain(expected);
  });
});
