import type { SiteConfig } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { site } from '../config/site';
import { pagePolicy } from './page-policy';

/** The sources of one directive. */
function sourcesOf(directive: string, config: Partial<SiteConfig> = {}): string[] {
  const policy = pagePolicy({ ...site, ...config });
  const [, sources] = policy
    .split('; ')
    .map((part) => [part.split(' ')[0], part.split(' ').slice(1)] as const)
    .find(([name]) => name === directive) ?? ['', []];
  return [...sources];
}

it('allows no inline script or style, no evaluation, no plugin and no other base', () => {
  const policy = pagePolicy(site);
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(sourcesOf('script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/) as string]);
  for (const directive of ['object-src', 'base-uri']) expect(sourcesOf(directive)).toEqual(["'none'"]);
  expect(sourcesOf('require-trusted-types-for')).toEqual(["'script'"]);
});

it('opens frames for the hosts of the config and the hosted calendars, and for no other', () => {
  const [video] = site.videos;
  const videos = [
    { ...video, provider: 'youtube', source: 'x' },
    { ...video, provider: 'vimeo', source: '1/a' },
    { ...video, provider: 'vimeo', source: '2', embedUrl: 'https://videos.example/2?a=b' },
  ] as SiteConfig['videos'];
  const scheduler = { provider: 'cal', address: 'https://cal.example:8443/me/30min' } as const;
  expect(sourcesOf('frame-src', { videos, scheduler })).toEqual([
    "'self'",
    'https://cal.example:8443',
    'https://app.cal.example:8443',
    'https://www.youtube-nocookie.com',
    'https://player.vimeo.com',
    'https://videos.example',
    'https://calendly.com',
    'https://cal.com',
    'https://app.cal.com',
  ]);
  expect(sourcesOf('frame-src', { scheduler, locked: ['scheduler'] })).toEqual([
    "'self'",
    'https://cal.example:8443',
    'https://app.cal.example:8443',
  ]);
});

it("asks nobody else for a visitor's address unless the config says so", () => {
  expect(sourcesOf('connect-src')).toEqual(["'self'"]);
  expect(sourcesOf('connect-src', { ipLookup: 'https://ip.example/json?x=1' })).toEqual([
    "'self'",
    'https://ip.example',
  ]);
});
