import { flattenTexts, type TranslationsAnswer } from '@voordeur/contracts/http';
import { timings } from '../config/timings';
import { parseTexts } from './parse-texts';
import { changeTexts } from './texts';
import { textsOfPage } from './texts-of-page';

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const;

/**
 * Asks for the owner's texts at once, and again every few seconds while somebody looks: the page is visible, and had
 * input or focus within the last minutes. What it costs: one answer of 304, without a body, out of one row, in four
 * seconds for each page that is read at this moment; nothing for tabs that are hidden or left lying. A failure is not
 * shown, and is followed by a longer wait.
 */
export function watchTexts(): void {
  let tag = tagOf(textsOfPage()?.version);
  let lastSignAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;

  function isWatched(): boolean {
    return (
      document.visibilityState === 'visible' && performance.now() - lastSignAt < timings.textsWatchedForMs
    );
  }

  async function ask(): Promise<void> {
    timer = undefined;
    if (asking || !isWatched()) return;
    asking = true;
    let waitMs: number = timings.textsAskMs;
    try {
      tag = await takeTexts(tag);
    } catch {
      waitMs = timings.textsAskAfterFailureMs;
    }
    asking = false;
    timer = setTimeout(() => void ask(), waitMs);
  }

  function noteSign(): void {
    lastSignAt = performance.now();
    // Left lying until now.
    if (timer === undefined) void ask();
  }

  for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noteSign();
  });
  void ask();
}

/** Takes over what was changed since `tag`; answers the tag of what the page shows from now on. */
async function takeTexts(tag: string | undefined): Promise<string | undefined> {
  const response = await fetch('/api/admin/translations', {
    // Else the browser would answer from its own cache what was a 304.
    cache: 'no-store',
    ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
  });
  if (response.status === 304) return tag;
  if (!response.ok) throw new Error(`the texts were answered with ${response.status}`);
  const { en, nl } = (await response.json()) as TranslationsAnswer;
  const next = response.headers.get('etag') ?? undefined;
  const texts = { en: await parseTexts(flattenTexts(en)), nl: await parseTexts(flattenTexts(nl)) };
  await changeTexts({ version: next?.slice(1, -1) ?? '', texts });
  return next;
}

function tagOf(version: string | undefined): string | undefined {
  return version === undefined ? undefined : `"${version}"`;
}
