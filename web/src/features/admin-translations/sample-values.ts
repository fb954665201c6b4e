import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { site } from '../../config/site';

/** A value for each placeholder of a message, for its preview. */
export interface Samples {
  values: Record<string, string | number>;
  /** The placeholders that are formatted as dates or times. */
  dates: Set<string>;
  tags: Set<string>;
}

/** Brings the parser, as check-message.ts does, so import it with that. */
export function samplesFor(message: MessageFormatElement[]): Samples {
  const samples: Samples = { values: {}, dates: new Set(), tags: new Set() };
  visit(message);
  return samples;

  function visit(elements: MessageFormatElement[]): void {
    for (const element of elements) {
      switch (element.type) {
        case TYPE.argument:
          samples.values[element.value] ??= element.value === 'product' ? site.product : element.value;
          break;
        case TYPE.number:
          samples.values[element.value] = 3;
          break;
        case TYPE.date:
        case TYPE.time:
          samples.values[element.value] = new Date().toISOString().slice(0, 16);
          samples.dates.add(element.value);
          break;
        case TYPE.plural:
        case TYPE.select:
          samples.values[element.value] =
            element.type === TYPE.plural ? 3 : (Object.keys(element.options)[0] ?? '');
          for (const { value } of Object.values(element.options)) visit(value);
          break;
        case TYPE.tag:
          samples.tags.add(element.value);
          visit(element.children);
          break;
        case TYPE.literal:
        case TYPE.pound:
          break;
      }
    }
  }
}
