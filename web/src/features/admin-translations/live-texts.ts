import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { elementOf, findSentence, isSeen, replaceSentence } from './sentence-on-page';

/** A text as the page has it, and as it is being written. */
export interface WrittenText {
  present: string;
  value: string;
}

/** `hidden`: there, but not to be seen before a visitor does something. */
export type PlaceOnPage = 'seen' | 'hidden' | 'nowhere';

/** Puts texts that aren't published into a page of this site. Returns how to put back what was there. */
export function showTexts(body: HTMLElement, texts: WrittenText[]): () => void {
  const originals = new Map<Node, string | null>();
  for (const { present, value } of texts) {
    const message = tryParse(value);
    // What is being written may not be a message yet.
    if (!message) continue;
    for (const found of findText(body, present)) {
      for (const node of found.nodes) originals.set(node, node.nodeValue);
      replaceSentence(found, message);
    }
  }
  const written = new Map([...originals.keys()].map((node) => [node, node.nodeValue]));
  return () => {
    // What the page has changed since is its own.
    for (const [node, text] of originals) if (node.nodeValue === written.get(node)) node.nodeValue = text;
  };
}

/** Where a page says a text: the first place to be seen, or else the first. */
export function findPlace(body: HTMLElement, text: string): { place: PlaceOnPage; element?: HTMLElement } {
  const elements = findText(body, text).flatMap((found) => elementOf(found) ?? []);
  const seen = elements.find(isSeen);
  if (seen) return { place: 'seen', element: seen };
  return { place: elements.length > 0 ? 'hidden' : 'nowhere' };
}

/** Lights an element. Returns how to put the light out. */
export function light({ style }: HTMLElement): () => void {
  const lit = {
    outline: '2px solid #ffe0a3',
    outlineOffset: '6px',
    borderRadius: '3px',
    boxShadow: '0 0 0 6px #f0b95a2e, 0 0 56px 16px #f0b95a59',
  };
  const before = Object.fromEntries(Object.keys(lit).map((name) => [name, style[name as keyof typeof lit]]));
  Object.assign(style, lit);
  return () => Object.assign(style, before);
}

function findText(body: HTMLElement, text: string) {
  const message = tryParse(text);
  return message ? findSentence(body, message) : [];
}

export function tryParse(text: string): MessageFormatElement[] | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
