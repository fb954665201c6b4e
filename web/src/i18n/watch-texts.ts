import { flattenTexts, textLanguages, type TranslationsAnswer } from '@voordeur/contracts/http';
import { timings } from '../config/timings';
import { parseTexts } from './parse-texts';
import { changeTexts } from './texts';
import { type ChangedTexts, textsOfPage } from './texts-of-page';

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const;

/**
 * Polls for the owner's texts while somebody is looking: the page is visible, and had input or focus within the last
 * few minutes. The cost is one 304 without a body, from one row, every four seconds per page being read, and nothing
 * for hidden or abandoned tabs. A failure isn't shown, and is followed by a longer wait.
 */
export function watchTexts(): void {
  const { version } = textsOfPage() ?? {};
  let tag = version === undefined ? undefined : `"${version}"`;
  let lastSignAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling = false;

  function isWatched(): boolean {
    return document.visibilityState === 'visible' && performance.now() - lastSignAt < timings.textsPollForMs;
  }

  async function poll(): Promise<void> {
    timer = undefined;
    if (polling || !isWatched()) return;
    polling = true;
    let waitMs: number = timings.textsPollMs;
    try {
      tag = await fetchTexts(tag);
    } catch {
      waitMs = timings.textsPollAfterFailureMs;
    }
    polling = false;
    timer = setTimeout(() => void poll(), waitMs);
  }

  function noteSign(): void {
    lastSignAt = performance.now();
    // Abandoned until now.
    if (timer === undefined) void poll();
  }

  for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noteSign();
  });
  void poll();
}

/** Applies the changes since `tag`, and returns the tag that the page is at from now on. */
async function fetchTexts(tag: string | undefined): Promise<string | undefined> {
  const response = await fetch('/api/admin/translations', {
    // Otherwise the browser would answer a 304 from its own cache.
    cache: 'no-store',
    signal: AbortSignal.timeout(20_000),
    ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
  });
  if (response.status === 304) return tag;
  if (!response.ok) throw new Error(`fetching the texts failed with ${response.status}`);
  const answer = (await response.json()) as Partial<TranslationsAnswer>;
  const next = response.headers.get('etag') ?? undefined;
  const texts: ChangedTexts['texts'] = {};
  // Another build's answer, while the site is being upgraded, may lack a language.
  for (const language of textLanguages)
    texts[language] = await parseTexts(flattenTexts(answer[language] ?? {}));
  await changeTexts({ version: next?.slice(1, -1) ?? '', texts });
  return next;
}
