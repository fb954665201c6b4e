import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  documentPath,
  legalDocuments,
  type SiteConfig,
  templateMark,
  templatesFile,
  textLanguages,
  localeOf,
  perLanguage,
  type TextLanguage,
  type VideoSource,
} from '@voordeur/contracts/http';
import type { Plugin } from 'vite';
import { watching } from '../config/timings.ts';
import { configFile, readJson } from './site-config.ts';

const modules = ['virtual:video-lengths', 'virtual:video-seconds'];
const publicDir = fileURLToPath(new URL('../../public', import.meta.url));

/**
 * Provides facts about the site's files: each video's length (from its file, or from the config for hosted videos) and,
 * for the admin's launch checklist, which legal documents are still the examples. Stops the build when a video's
 * captions or chapters, or a document, aren't there.
 */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    buildStart() {
      const config = readConfig();
      const missing = documentsOf(config).filter((path) => path.startsWith('/') && !readPublic(path));
      const wrong = [
        ...findWrongTracks(config, readPublic),
        ...missing.map((path) => `documents: web/public${path} is not there`),
      ];
      if (wrong.length > 0) this.error(`site.config.json:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    },
    resolveId: (source) => (modules.includes(source) ? `\0${source}` : null),
    load(id) {
      if (!modules.includes(id.slice(1))) return null;
      const config = readConfig();
      const lengths = lengthsOf(config);
      const seconds = Object.fromEntries(lengths);
      if (id.endsWith('video-seconds'))
        return `export default ${JSON.stringify(seconds)};
          export const spoken = ${JSON.stringify(Object.fromEntries(lengths.map(([video, length]) => [video, spokenLength(length)])))};`;
      // Compared at build time, so the home page needs no code for it.
      const { about, longest } = compareLengths(config.videos.map((video) => seconds[video.id]));
      return `export const about = ${JSON.stringify(about && spokenLength(about))};
        export const isLong = ${longest > watching.gateSeconds};`;
    },
    generateBundle() {
      if (this.environment.name !== 'ssr') return;
      const source = JSON.stringify(findTemplates(readConfig()));
      this.emitFile({ type: 'asset', fileName: templatesFile, source });
    },
  };
}

function lengthsOf({ videos }: SiteConfig): [string, number][] {
  return videos.flatMap(({ id: video, provider, source, seconds }) => {
    const file = provider === 'file' ? readPublic(source) : null;
    const length = (file && readClipSeconds(file)) ?? seconds;
    return length === undefined ? [] : [[video, Math.max(1, Math.round(length))]];
  });
}

function documentsOf({ documents }: SiteConfig): string[] {
  const paths = legalDocuments.flatMap((name) =>
    textLanguages.map((language) => documentPath(documents[name], language)),
  );
  return [...new Set(paths)];
}

function findTemplates(config: SiteConfig): string[] {
  return documentsOf(config).filter((path) => readPublic(path)?.subarray(-200).includes(templateMark));
}

function readPublic(path: string): Buffer | null {
  const file = join(publicDir, path);
  return existsSync(file) ? readFileSync(file) : null;
}

const readConfig = () => readJson(configFile) as SiteConfig;

/** Lengths are about the same up to this many times the shortest. */
const alike = 1.5;

/**
 * Summary of all videos' lengths, in seconds. `about` is null where they differ too much, `longest` 0 where none is
 * known.
 */
export function compareLengths(lengths: (number | undefined)[]) {
  const known = lengths.filter((length) => length !== undefined);
  const longest = Math.max(0, ...known);
  const isAlike = known.length === lengths.length && longest <= alike * Math.min(...known);
  return { longest, about: isAlike ? known.reduce((sum, length) => sum + length, 0) / known.length : null };
}

/**
 * A length in the unit that people would use, in each language of the site: "12 seconds", "3 minuten". Words of the build,
 * because `Intl` takes 40 to 120 ms for the first number of a page (two slow cores).
 */
export function spokenLength(seconds: number): Record<TextLanguage, string> {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return perLanguage((language) =>
    new Intl.NumberFormat(localeOf(language), {
      ...{ style: 'unit', unit, unitDisplay: 'long' },
      maximumFractionDigits: 0,
    }).format(value),
  );
}

/** The length in seconds of an MP4 or QuickTime file, from its movie header; null for other files. */
export function readClipSeconds(file: Buffer): number | null {
  const header = findBox(findBox(file, 'moov'), 'mvhd');
  if (header === null || header.length < 32) return null;
  // Version 1 has 64-bit times.
  const [scale, length] =
    header.readUInt8(0) === 1
      ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
      : [header.readUInt32BE(12), header.readUInt32BE(16)];
  return scale > 0 && length > 0 ? length / scale : null;
}

/** The content of the first box of this type. */
function findBox(content: Buffer | null, type: string): Buffer | null {
  for (let at = 0; content !== null && at + 16 <= content.length;) {
    const short = content.readUInt32BE(at);
    // 1: a 64-bit length follows; 0: up to the end.
    const [head, length] =
      short === 1 ? [16, Number(content.readBigUInt64BE(at + 8))] : [8, short || content.length - at];
    if (length < head) return null;
    if (content.toString('latin1', at + 4, at + 8) === type) return content.subarray(at + head, at + length);
    at += length;
  }
  return null;
}

/** One line per caption or chapter file of the config that isn't there or isn't WebVTT. */
export function findWrongTracks(
  { videos, intros }: SiteConfig,
  readFile: (path: string) => Buffer | null,
): string[] {
  const named: [string, VideoSource][] = [
    ...videos.map((video, index): [string, VideoSource] => [`videos.${index}`, video]),
    ...Object.entries(intros ?? {}).map(([language, intro]): [string, VideoSource] => [
      `intros.${language}`,
      intro,
    ]),
  ];
  return named.flatMap(([field, { captions, chapters }]) =>
    Object.entries({ captions, chapters }).flatMap(([kind, files]) =>
      Object.entries(files ?? {})
        .filter(([, path]) => !isWebVtt(readFile(path)))
        .map(([language, path]) => `${field}.${kind}.${language}: web/public${path} is not a WebVTT file`),
    ),
  );
}

/** By its first line; a byte order mark may precede it. */
function isWebVtt(file: Buffer | null): boolean {
  return file !== null && /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(file.toString('utf8'));
}
