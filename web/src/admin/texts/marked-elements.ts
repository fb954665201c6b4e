import type { MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageKey } from '@voordeur/contracts/messages';

/*
 * A mark says which text a piece of the page comes from: characters that no one sees and no text uses, put in front of
 * the text and taken out of the page again.
 */
const start = '\u2061';
const digits = ['\u2062', '\u2063'] as const;
const length = 12;
const whole = /\u2061([\u2062\u2063]{12})/g;
/** Also pieces that a page showing a text letter by letter has cut in two. */
const any = /[\u2061-\u2063]+/g;

/** The mark of a number below 4096. */
export function markOf(number: number): string {
  const bits = number.toString(2).padStart(length, '0');
  return start + bits.replaceAll('0', digits[0]).replaceAll('1', digits[1]);
}

/** The numbers of the marks in a piece of the page, in order. */
export function marksIn(shown: string): number[] {
  return [...shown.matchAll(whole)].map(([, bits = '']) =>
    Number.parseInt(bits.replaceAll(digits[0], '0').replaceAll(digits[1], '1'), 2),
  );
}

export function withoutMarks(shown: string): string {
  return shown.replaceAll(any, '');
}

/** A message whose text says which it is. So does each of its lines: a page may show them one by one. */
export function markMessage(message: MessageFormatElement[], number: number): MessageFormatElement[] {
  const mark = markOf(number);
  const marked = message.map((element) =>
    element.type === (0 as TYPE.literal)
      ? { ...element, value: element.value.replaceAll('\n', `\n${mark}`) }
      : element,
  );
  return [{ type: 0 as TYPE.literal, value: mark }, ...marked];
}

/** Attributes whose words somebody sees or hears. */
const spoken = ['aria-label', 'alt', 'placeholder', 'title'];
/** Elements that take the focus by themselves. Their words are edited through them. */
const control = 'a[href], button, input, textarea, select, summary, [role=tab]';
/** Elements outside the page: the editor itself, and the notices. */
const notPage = '#in-place, head, .toast';

export interface MarkedElements {
  /** The texts that an element shows: its own words first, then those of its children. */
  keysOf: (element: Element) => MessageKey[];
  /** The elements that show a text. */
  showing: (key: MessageKey) => Element[];
  /** Lights a text wherever the page shows it, now and later, in place of the one before. */
  light: (key: MessageKey | null) => void;
  /** The element whose words a press here is about. */
  at: (pressed: Element) => Element | null;
  stop: () => void;
}

/**
 * Takes the marks out of the page and remembers which element each was in. The elements get `data-in-place` (`lit`
 * where the lit text is) until `stop`, and Tab stops at them.
 */
export function watchMarks(keyOf: (number: number) => MessageKey | undefined): MarkedElements {
  const words = new Map<Text, MessageKey[]>();
  const attributes = new Map<Element, Map<string, MessageKey[]>>();
  /** With the `tabindex` that they had. */
  const stops = new Map<Element, string | null>();
  let lit: MessageKey | null = null;
  const observer = new MutationObserver(read);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    // The description of the page, too, though nobody can press it.
    attributeFilter: [...spoken, 'content'],
  });

  function read(records: MutationRecord[]): void {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (type === 'characterData') readWords(target as Text);
      else if (type === 'attributes') readAttribute(target as Element, attributeName ?? '');
      else for (const node of addedNodes) readAll(node);
    }
    markElements();
    // Our own changes.
    observer.takeRecords();
  }

  function readAll(node: Node): void {
    if (node instanceof Text) readWords(node);
    if (node instanceof Element) for (const name of spoken) readAttribute(node, name);
    for (const child of node.childNodes) readAll(child);
  }

  function readWords(node: Text): void {
    const keys = keysIn(node.data);
    if (keys.length > 0) words.set(node, keys);
    else words.delete(node);
    const clean = withoutMarks(node.data);
    if (clean !== node.data) node.data = clean;
  }

  function readAttribute(element: Element, name: string): void {
    const value = element.getAttribute(name) ?? '';
    const keys = keysIn(value);
    const ofElement = attributes.get(element) ?? new Map<string, MessageKey[]>();
    ofElement.delete(name);
    // The name of a whole part of the page is nothing that can be pressed.
    if (keys.length > 0 && element.matches(`${control}, img, [role=img]`)) ofElement.set(name, keys);
    if (ofElement.size > 0) attributes.set(element, ofElement);
    else attributes.delete(element);
    if (withoutMarks(value) !== value) element.setAttribute(name, withoutMarks(value));
  }

  function keysIn(shown: string): MessageKey[] {
    return marksIn(shown).flatMap((number) => keyOf(number) ?? []);
  }

  function markElements(): void {
    const marked = new Set<Element>();
    for (const node of words.keys()) {
      if (!node.isConnected) words.delete(node);
      else if (node.parentElement) marked.add(node.parentElement);
    }
    for (const element of attributes.keys()) {
      if (!element.isConnected) attributes.delete(element);
      else marked.add(element);
    }
    for (const element of document.querySelectorAll('[data-in-place]'))
      if (!marked.has(element)) element.removeAttribute('data-in-place');
    const reached = new Set<Element>();
    for (const element of marked) {
      if (element.closest(notPage)) continue;
      const isLit = lit !== null && ownKeys(element).includes(lit);
      element.setAttribute('data-in-place', isLit ? 'lit' : '');
      if (!element.closest('[aria-hidden=true]')) reached.add(element.closest(control) ?? element);
    }
    // Texts that were saved elsewhere come unmarked at first, which must not take the focus away.
    for (const stop of stops.keys())
      if (!reached.has(stop) && stop !== document.activeElement) releaseStop(stop);
    for (const stop of reached) {
      if (stops.has(stop) || (stop as HTMLElement).tabIndex >= 0) continue;
      stops.set(stop, stop.getAttribute('tabindex'));
      stop.setAttribute('tabindex', '0');
    }
  }

  function releaseStop(stop: Element): void {
    const before = stops.get(stop) ?? null;
    if (before === null) stop.removeAttribute('tabindex');
    else stop.setAttribute('tabindex', before);
    stops.delete(stop);
  }

  function ownKeys(element: Element): MessageKey[] {
    const texts = [...element.childNodes].flatMap((node) => words.get(node as Text) ?? []);
    return [...texts, ...[...(attributes.get(element)?.values() ?? [])].flat()];
  }

  return {
    keysOf(element) {
      const around = element.closest(control) ?? element;
      const all = [element, around, ...around.querySelectorAll('[data-in-place]')];
      return [...new Set(all.flatMap(ownKeys))];
    },
    showing(key) {
      return [...document.querySelectorAll('[data-in-place]')].filter((element) =>
        ownKeys(element).includes(key),
      );
    },
    light(key) {
      lit = key;
      markElements();
    },
    at(pressed) {
      if (pressed.closest(notPage)) return null;
      const around = pressed.closest(control);
      const marked = pressed.closest('[data-in-place]');
      if (marked && (around === null || around.contains(marked))) return marked;
      // A drawing in a button is about the button's words, but words of its own are not.
      if (around === null || hasWords(pressed)) return null;
      return around.querySelector('[data-in-place]') ? around : null;
    },
    stop() {
      observer.disconnect();
      for (const stop of stops.keys()) releaseStop(stop);
      for (const element of document.querySelectorAll('[data-in-place]'))
        element.removeAttribute('data-in-place');
    },
  };
}

/** Whether the element itself has words. */
export function hasWords(element: Element): boolean {
  return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
}
