import type { MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';

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
