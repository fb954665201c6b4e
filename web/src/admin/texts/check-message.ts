import type { MessageFault } from '@voordeur/contracts/http';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { site } from '../../config/site';

interface Place {
  offset: number;
  line: number;
  column: number;
}

/** A problem with a message, and its position (UTF-16 units from 0): the api's `MessageProblem` without its sentence. */
export interface Problem {
  fault: MessageFault;
  name: string;
  place?: Place | undefined;
}

/** A value for each placeholder of a message, for its preview. */
export interface Samples {
  values: Record<string, string | number>;
  /** The placeholders that are formatted as dates or times. */
  dates: Set<string>;
  tags: Set<string>;
}

interface CheckedMessage {
  problems: Problem[];
  /** Only if the message parses. */
  read?: { message: MessageFormatElement[]; samples: Samples };
}

interface ParseFailure extends SyntaxError {
  location?: { start: Place };
}

/**
 * Parses a message as the site will, and compares its placeholders and tags with the built-in text's. It brings the
 * parser, so import it dynamically.
 */
export function checkMessage(text: string, builtIn: string | MessageFormatElement[]): CheckedMessage {
  if (text.trim() === '') return { problems: [{ fault: 'blank', name: '' }] };
  let message: MessageFormatElement[];
  try {
    message = parse(text, { captureLocation: true });
  } catch (failure) {
    const { message: name, location } = failure as ParseFailure;
    return { problems: [{ fault: 'syntax', name, place: location?.start }] };
  }
  const present = namesIn(message);
  const wanted = namesIn(typeof builtIn === 'string' ? parse(builtIn) : builtIn);
  return {
    read: { message, samples: samplesFor(message) },
    problems: [
      ...missing(wanted.arguments, present.arguments, 'missing-argument'),
      ...unknown(wanted.arguments, present.arguments, 'unknown-argument'),
      ...missing(wanted.tags, present.tags, 'missing-tag'),
      ...unknown(wanted.tags, present.tags, 'unknown-tag'),
    ],
  };
}

/** Names and where each first occurs. */
type Names = Map<string, Place | undefined>;

// Something missing has no place in this text; its place in the built-in one would mislead.
function missing(wanted: Names, present: Names, fault: MessageFault): Problem[] {
  return [...wanted.keys()].filter((name) => !present.has(name)).map((name) => ({ fault, name }));
}

function unknown(wanted: Names, present: Names, fault: MessageFault): Problem[] {
  return [...present].filter(([name]) => !wanted.has(name)).map(([name, place]) => ({ fault, name, place }));
}

function namesIn(message: MessageFormatElement[]) {
  const names = { arguments: new Map() as Names, tags: new Map() as Names };
  for (const { type, value, location } of namedElements(message)) {
    const found = type === TYPE.tag ? names.tags : names.arguments;
    if (!found.has(value)) found.set(value, location?.start);
  }
  return names;
}

function samplesFor(message: MessageFormatElement[]): Samples {
  const samples: Samples = { values: {}, dates: new Set(), tags: new Set() };
  for (const element of namedElements(message)) {
    const name = element.value;
    switch (element.type) {
      case TYPE.argument:
        samples.values[name] ??= name === 'product' ? site.product : name;
        break;
      case TYPE.number:
      case TYPE.plural:
        samples.values[name] = 3;
        break;
      case TYPE.date:
      case TYPE.time:
        samples.values[name] = new Date().toISOString().slice(0, 16);
        samples.dates.add(name);
        break;
      case TYPE.select:
        samples.values[name] = Object.keys(element.options)[0] ?? '';
        break;
      case TYPE.tag:
        samples.tags.add(name);
        break;
    }
  }
  return samples;
}

type NamedElement = Exclude<MessageFormatElement, { type: TYPE.literal | TYPE.pound }>;

/** A message's placeholders and tags, including those inside its tags and branches. */
function* namedElements(message: MessageFormatElement[]): Generator<NamedElement> {
  for (const element of message) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    yield element;
    if (element.type === TYPE.tag) yield* namedElements(element.children);
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const { value } of Object.values(element.options)) yield* namedElements(value);
  }
}
