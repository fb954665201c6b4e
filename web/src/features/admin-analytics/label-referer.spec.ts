import { expect, it } from 'vitest';
import { labelReferer } from './label-referer';

it.each([
  ['Direct', 'direct'],
  ['', 'direct'],
  ['https://site.example/nl', 'internal'],
  ['https://SITE.example/', 'internal'],
  ['https://site.example.evil.example/', 'external'],
  ['https://search.example/?q=site.example', 'external'],
  ['https://site.example:8443/', 'external'],
  ['android-app://com.example.mail', 'external'],
  ['not a url', 'external'],
])('labels %s as %s', (referer, label) => {
  expect(labelReferer(referer, 'site.example')).toBe(label);
});
