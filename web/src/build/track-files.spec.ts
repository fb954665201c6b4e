import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { SiteConfig } from '@voordeur/contracts/http';
import { findWrongTracks } from './track-files';

const root = new URL('../../../', import.meta.url);
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
