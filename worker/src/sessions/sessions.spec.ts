import { describe, expect, it } from 'vitest';
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
