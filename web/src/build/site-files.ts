import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { legalDocuments, type SiteConfig, templatesFile } from '@voordeur/contracts/http';
import type { Plugin } from 'vite';
import { watching } from '../config/timings.ts';
import { inSpokenUnit } from '../lib/format.ts';
import { compareLengths } from './clip-lengths.ts';
import { readClipSeconds } from './clip-seconds.ts';
import { configFile, readJson } from './site-config.ts';

const modules = ['virtual:video-lengths', 'virtual:video-seconds'];
const publicDir = fileURLToPath(new URL('../../public/', import.meta.url));

/** Ends each example document that was printed from a text with its "Template" notice (infra/assets/make-documents.mjs). */
const templateMark = '%voordeur-template';

/**
 * What only the site's files can say: the length of each video, read from its file or, for a video elsewhere, as the
 * owner gave it; and, beside the server build, which legal documents are still the example's, for the admin's launch
 * checklist.
 */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    resolveId: (source) => (modules.includes(source) ? `\0${source}` : null),
    load(id) {
      if (!modules.includes(id.slice(1))) return null;
      const config = readConfig();
      const seconds = Object.fromEntries(lengthsOf(config));
      if (id.endsWith('video-seconds')) return `export default ${JSON.stringify(seconds)}`;
      // Compared here, so that home needs no code for it.
      const { about, longest } = compareLengths(config.videos.map((video) => seconds[video.id]));
      return `export const about = ${JSON.stringify(about && inSpokenUnit(about))};
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

function findTemplates({ documents }: SiteConfig): string[] {
  return legalDocuments
    .flatMap((name) => Object.values(documents[name]) as string[])
    .filter((path) => readPublic(path)?.subarray(-200).includes(templateMark));
}

function readPublic(path: string): Buffer | null {
  const file = join(publicDir, path);
  return existsSync(file) ? readFileSync(file) : null;
}

const readConfig = () => readJson(configFile) as SiteConfig;
