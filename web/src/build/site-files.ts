import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  documentPath,
  legalDocuments,
  type SiteConfig,
  templatesFile,
  textLanguages,
} from '@voordeur/contracts/http';
import type { Plugin } from 'vite';
import { watching } from '../config/timings.ts';
import { compareLengths, spokenLength } from './clip-lengths.ts';
import { readClipSeconds } from './clip-seconds.ts';
import { configFile, readJson } from './site-config.ts';
import { findWrongTracks } from './track-files.ts';

const modules = ['virtual:video-lengths', 'virtual:video-seconds'];
const publicDir = fileURLToPath(new URL('../../public/', import.meta.url));

/** At the end of each document that has the "Draft" notice or a field to fill in (infra/brand/make-documents.mjs). */
const templateMark = '%voordeur-template';

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
