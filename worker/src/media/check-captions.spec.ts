import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkCaptions } from './check-captions.js';

const ours = readFileSync(
  fileURLToPath(new URL('../../../web/public/media/video-1-nl.vtt', import.meta.url)),
);
const cue = '00:01.000 --> 00:02.000\nHello.\n';
const check = (text: string) => checkCaptions(Buffer.from(text));

it.each([
  ['ours', ours.toString()],
  ['a byte order mark', `\uFEFFWEBVTT\n\n${cue}`],
  ['Windows’ lines', `WEBVTT - of a call\r\n\r\n${cue.replaceAll('\n', '\r\n')}`],
  ['hours, settings and names of cues', 'WEBVTT\n\n1\n01:00:01.000 --> 01:00:02.000 align:start line:0\nHi'],
  [
    'its own tags',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>A <b.loud>b</b> <00:01.500><c>c &lt; d</c></v>',
  ],
  ['notes and styles', `WEBVTT\n\nNOTE made by hand\n\nSTYLE\n::cue { color: red }\n\n${cue}`],
])('takes %s', (_, text) => {
  const upload = Buffer.from(text);
  expect(checkCaptions(upload)).toEqual(new Map([['.vtt', upload]]));
});

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a script in a cue', `WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>`],
  ['a picture in a cue', `WEBVTT\n\n00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>`],
  ['an attribute on a tag of its own', `WEBVTT\n\n00:01.000 --> 00:02.000\n<b/onclick=alert(1)>`],
  ['a page before the cues', `WEBVTT\n<script>alert(1)</script>\n\n${cue}`],
  ['a page in a note', `WEBVTT\n\nNOTE <script>alert(1)</script>\n\n${cue}`],
  ['a page in a time', 'WEBVTT\n\n<script> --> </script>\nHi'],
  ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello.\n'],
  ['times of SubRip', `WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHello.\n`],
  ['a cue that ends before it begins', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHi'],
  ['a minute of 75 seconds', 'WEBVTT\n\n00:75.000 --> 01:20.000\nHi'],
  ['no cue', 'WEBVTT\n\nNOTE nothing yet'],
  ['another signature', `WEBVTTX\n\n${cue}`],
  ['a NUL', `WEBVTT\n\n${cue}\0`],
])('refuses %s', (_, text) => {
  expect(check(text)).toBe('not-readable');
});

it('refuses another encoding', () => {
  const utf16 = Buffer.from(`\uFEFFWEBVTT\n\n${cue}`, 'utf16le');
  const latin1 = Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\nÉén`, 'latin1');
  for (const upload of [utf16, latin1]) expect(checkCaptions(upload)).toBe('not-readable');
});

it('is through with a megabyte in no time, whatever it says', () => {
  const long = ['<'.repeat(1_000_000), '<c '.repeat(333_333), `${'00:01.000 --> '.repeat(70_000)}x`];
  const begun = performance.now();
  for (const text of long) expect(check(`WEBVTT\n\n${cue}\n${text}`)).toBe('not-readable');
  expect(performance.now() - begun).toBeLessThan(5_000);
});
