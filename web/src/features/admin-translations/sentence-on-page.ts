import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import {
  closestVariant,
  hasWords,
  patternOf,
  valuesIn,
  variantsOf,
  writeRun,
  type Variant,
} from './message-variants';

/** A sentence where a page shows it: the pieces of text between its tags, or the attribute that says it. */
interface Found {
  nodes: (Text | Attr)[];
  cases: Variant['cases'];
  values: Record<string, string>;
}

const spokenAttributes = ['placeholder', 'alt', 'aria-label', 'title'];
const unread = 'script, style, noscript, template';

/** Finds a message on a page by its words, whatever the page has filled in between them. */
export function findSentence(body: HTMLElement, message: MessageFormatElement[]): Found[] {
  const variants = variantsOf(message).filter(({ runs }) => runs.some(hasWords));
  if (variants.length === 0) return [];
  const texts = textsIn(body);
  const attributes = [...body.querySelectorAll('*')].flatMap((element) =>
    spokenAttributes.flatMap((name) => element.getAttributeNode(name) ?? []),
  );
  return variants.flatMap((variant) => [
    ...texts.flatMap((_, at) => match(texts.slice(at, at + variant.runs.length), variant) ?? []),
    ...attributes.flatMap((attribute) => match([attribute], variant) ?? []),
  ]);
}

/** Writes another message in the place of one that was found; does nothing where its tags cut it up differently. */
export function replaceSentence({ nodes, cases, values }: Found, message: MessageFormatElement[]): void {
  const runs = closestVariant(variantsOf(message), cases)?.runs;
  if (runs?.length !== nodes.length) return;
  nodes.forEach((node, index) => (node.nodeValue = writeRun(runs[index] ?? [], values)));
}

/** The element that says it. */
export function elementOf({ nodes: [first, ...rest] }: Found): HTMLElement | null {
  if (!first) return null;
  if (isAttribute(first)) return first.ownerElement as HTMLElement | null;
  const last = rest.at(-1);
  let element = first.parentElement;
  while (element && last && !element.contains(last)) element = element.parentElement;
  return element;
}

/** Whether a reader of the page as it is now can see it. What is there for screen readers alone is a dot. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

function match(nodes: (Text | Attr)[], { cases, runs }: Variant): Found[] | undefined {
  if (nodes.length !== runs.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, run] of runs.entries()) {
    const found = patternOf(run).exec(nodes[index]?.nodeValue ?? '');
    if (!found) return undefined;
    Object.assign(values, valuesIn(run, found));
  }
  return [{ nodes, cases, values }];
}

function textsIn(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '' && !text.parentElement?.closest(unread)) texts.push(text);
  }
  return texts;
}

function isAttribute(node: Text | Attr): node is Attr {
  return node.nodeType === Node.ATTRIBUTE_NODE;
}
