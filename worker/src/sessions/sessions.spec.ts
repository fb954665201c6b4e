import { sourceClasses } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { classOf } from './source-class.js';
import { describeClient } from './describe-client.js';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

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
    ['', null, null, null],
    ['someone@example.org/1.0', null, null, null],
  ])('%s', (agent, device, browser, system) => {
    expect(describeClient(agent)).toEqual({ device, browser, system });
  });
});

describe('the class of a source', () => {
  const campaign = { source: null, medium: null, campaign: null };
  it.each([
    [null, campaign, 'direct'],
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
  ])('of %s, %j is %s', (referrerHost, marked, expected) => {
    expect(sourceClasses[classOf({ referrerHost, campaign: marked })]).toBe(expected);
  });
});
