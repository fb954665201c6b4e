import { inLanguage, type Street, type TextLanguage } from '@voordeur/contracts/http';

/** The block of a case's page that has its words. */
export const caseWordsId = 'case';

/** The words on the page of a case, in its language. */
export interface CaseWords {
  story: string;
  quote?: { text: string; by: string };
}

export interface CaseBlock {
  path: string;
  words: CaseWords;
}

/** The words of a case, where the settings have them: in the prerenderer, and while the owner looks at what she types. */
export function wordsInSettings({ page }: Street, language: TextLanguage): CaseWords | undefined {
  if (!page?.story) return undefined;
  const { story, quote } = page;
  return {
    story: inLanguage(story, language),
    ...(quote && { quote: { text: inLanguage(quote.text, language), by: inLanguage(quote.by, language) } }),
  };
}

/** The words of the case that this document was prerendered for; undefined on any other page. */
export function wordsInDocument(path: string): CaseWords | undefined {
  const element = document.getElementById(caseWordsId);
  const block = element && (JSON.parse(element.textContent) as CaseBlock);
  return block?.path === path ? block.words : undefined;
}

const blockInHtml = new RegExp(`<script type="application/json" id="${caseWordsId}">(.*?)</script>`);
const fetched = new Map<string, Promise<CaseWords>>();

/** The words of another case, from its page. Rejects where they can't be had. */
export function fetchWords(path: string): Promise<CaseWords> {
  const known = fetched.get(path);
  if (known) return known;
  const words = readWords(path);
  fetched.set(path, words);
  // The next visit tries again.
  words.catch(() => fetched.delete(path));
  return words;
}

async function readWords(path: string): Promise<CaseWords> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(20_000) });
  // The block's JSON has no `<`, so the next one ends it.
  const [, json] = blockInHtml.exec(await answer.text()) ?? [];
  if (!answer.ok || json === undefined) throw new Error(`${path} has no case`);
  return (JSON.parse(json) as CaseBlock).words;
}
