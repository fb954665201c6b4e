import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import lengths from 'virtual:video-seconds';
import {
  flattenTexts,
  isLocked,
  perLanguage,
  type SiteChanges,
  siteSettingKeys,
  type SiteVideo,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { changeSite, site } from '../config/site';
import { setChangedTexts } from '../i18n/texts-of-page';
import { compressFiles } from './compress-files';
import { partsFile, type SiteParts, writePages } from './write-pages';
import { parseText } from './compiled-texts';

/** Orders from the worker on this program's stdin (worker/src/pages/render-pages.ts). */
interface Order {
  /** Is empty. */
  folder: string;
  publicUrl: string;
  /** The mtime of all files, in seconds. nginx makes the ETag from it and the size, so no two renders may share it. */
  modifiedAt: number;
  version: string;
  texts: { language: TextLanguage; key: string; value: string }[];
  site: SiteChanges;
  answerHours?: number;
}

// nginx's user must be able to read the files, whatever the worker's umask is.
process.umask(0o022);
try {
  await render(JSON.parse(await text(process.stdin)) as Order);
} catch (error) {
  process.stderr.write(reasonOf(error));
  process.exitCode = 1;
}

async function render({
  folder,
  publicUrl,
  modifiedAt,
  version,
  texts,
  site: changes,
  answerHours,
}: Order): Promise<void> {
  const parts = JSON.parse(await readFile(new URL(partsFile, import.meta.url), 'utf8')) as SiteParts;
  const changed = perLanguage((): Record<string, MessageFormatElement[]> => ({}));
  const known = flattenTexts(messages.en);
  for (const { language, key, value } of texts) {
    // A key or language that isn't known belongs to another build.
    if (textLanguages.includes(language) && Object.hasOwn(known, key))
      changed[language][key] = parseText(value, `the text ${key} (${language})`);
  }
  setChangedTexts({ version, texts: changed });
  const free = siteSettingKeys.filter((key) => Object.hasOwn(changes, key) && !isLocked(site, key));
  const own = withLengths(Object.fromEntries(free.map((key) => [key, changes[key]])));
  changeSite(answerHours === undefined ? own : { ...own, answerHours });
  await writePages(folder, parts, publicUrl);
  await compressFiles(folder, 9);
  for (const name of await readdir(folder, { recursive: true })) {
    await utimes(join(folder, name), modifiedAt, modifiedAt);
  }
}

/** Home, which says whether one is long, has no file of their durations. */
function withLengths(changes: SiteChanges): SiteChanges {
  const videos = changes.videos?.map((video) => ({ seconds: lengths[video.id], ...video }) as SiteVideo);
  return videos ? { ...changes, videos } : changes;
}

/** One line for the owner: the failed step, and its causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`;
  return `${error.message.split('\n')[0] ?? ''}${cause}`;
}
