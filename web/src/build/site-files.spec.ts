import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SiteConfig } from '@voordeur/contracts/http';
import { compareLengths, spokenLength, readClipSeconds, findWrongTracks } from './site-files';

it.each([
  [[12, 12, 12], { about: 12, longest: 12 }],
  [[100, 140, 150], { about: 130, longest: 150 }],
  [[60, 600], { about: null, longest: 600 }],
  [[12, undefined], { about: null, longest: 12 }],
  [[undefined], { about: null, longest: 0 }],
])('%j gives %j', (lengths, said) => {
  expect(compareLengths(lengths)).toEqual(said);
});

it.each([
  [1, '1 second', '1 seconde'],
  [12, '12 seconds', '12 seconden'],
  [89.6, '90 seconds', '90 seconden'],
  [90, '2 minutes', '2 minuten'],
  [605, '10 minutes', '10 minuten'],
])('%d seconds are spoken as %s', (seconds, en, nl) => {
  expect(spokenLength(seconds)).toEqual({ en, nl });
});

const clip = (name: string) => readFileSync(new URL(`../../public/media/${name}`, import.meta.url));

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

it('reads the length of our own clips', () => {
  expect(readClipSeconds(clip('video-1.mp4'))).toBeCloseTo(12, 1);
  expect(readClipSeconds(clip('hero-loop.mp4'))).toBeCloseTo(6, 1);
});

it('reads a header of 64 bits, behind a box of 64 bits', () => {
  const header = Buffer.alloc(112);
  header.writeUInt8(1);
  header.writeUInt32BE(1_000, 20);
  header.writeBigUInt64BE(150_500n, 24);
  const large = Buffer.alloc(24);
  large.writeUInt32BE(1);
  large.write('mdat', 4, 'latin1');
  large.writeBigUInt64BE(24n, 8);
  expect(readClipSeconds(Buffer.concat([large, box('moov', box('mvhd', header))]))).toBe(150.5);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a picture', clip('video-1-640.webp')],
  ['a header that is cut off', box('moov', box('mvhd', Buffer.alloc(10)))],
  ['a box shorter than its head', Buffer.from([0, 0, 0, 3, 109, 111, 111, 118, 0, 0, 0, 0, 0, 0, 0, 0])],
])('has no length for %s', (_, file) => {
  expect(readClipSeconds(file)).toBeNull();
});

const root = new URL('../../..', import.meta.url);
const good = JSON.parse(readFileSync(new URL('site.config.json', root), 'utf8')) as SiteConfig;
const read = (path: string) => readFileSync(new URL(`web/public${path}`, root));

it('finds nothing wrong with the example', () => {
  expect(findWrongTracks(good, read)).toEqual([]);
});

it('names each file that is not there or is something else', () => {
  const files: Record<string, Buffer | null> = {
    '/media/video-1-en.vtt': null,
    '/media/video-2-chapters-nl.vtt': Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nSubRip'),
    '/media/video-3-en.vtt': Buffer.from('\uFEFFWEBVTT - saved by Notepad\r\n'),
    '/media/video-4-en.vtt': Buffer.from('WEBVTTX'),
    '/media/intro-nl.vtt': Buffer.from(''),
  };
  const wrong = findWrongTracks(good, (path) => (path in files ? (files[path] ?? null) : read(path)));
  expect(wrong).toEqual([
    'videos.0.captions.en: web/public/media/video-1-en.vtt is not a WebVTT file',
    'videos.1.chapters.nl: web/public/media/video-2-chapters-nl.vtt is not a WebVTT file',
    'videos.3.captions.en: web/public/media/video-4-en.vtt is not a WebVTT file',
    'intros.nl.captions.nl: web/public/media/intro-nl.vtt is not a WebVTT file',
  ]);
});
