import type { MessageFault } from '@voordeur/contracts/http';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { samplesFor, type Samples } from './sample-values';

/** What is wrong with a message, and where (UTF-16 units from 0): the api's `MessageProblem` without its sentence. */
export interface Problem {
  fault: MessageFault;
  name: string;
  place?: { offset: number; line: number; column: number };
}

export interface CheckedMessage {
  problems: Problem[];
  /** Only if the message parses. */
  read?: { message: MessageFormatElement[]; samples: Samples };
}

interface ParseFailure extends SyntaxError {
  location?: { start: { offset: number; line: number; column: number } };
}

/**
 * Parses a message as the site will, and compares its placeholders and tags with the built-in text's. It brings the
 * parser, so import it dynamically.
 */
export function checkMessage(text: string, builtIn: string): CheckedMessage {
  if (text.trim() === '') return { problems: [{ fault: 'blank', name: '' }] };
  let parsed: MessageFormatElement[];
  try {
    parsed = parse(text, { captureLocation: true });
  } catch (failure) {
    const { message, location } = failure as ParseFailure;
    return { problems: [{ fault: 'syntax', name: message, ...(location && { place: location.start }) }] };
  }
  const present = namesIn(parsed);
  const wanted = namesIn(parse(builtIn));
  return {
    read: { message: parsed, samples: samplesFor(parsed) },
    problems: [
      ...missing(wanted.arguments, present.arguments).map(faulty('missing-argument')),
      ...missing(present.arguments, wanted.arguments).map(faulty('unknown-argument')),
      ...missing(wanted.tags, present.tags).map(faulty('missing-tag')),
      ...missing(present.tags, wanted.tags).map(faulty('unknown-tag')),
    ],
  };
}

interface Names {
  arguments: Map<string, MessageFormatElement>;
  tags: Map<string, MessageFormatElement>;
}

/** A message's placeholders and tags, including those inside its branches. */
export function namesIn(elements: MessageFormatElement[]): Names {
  const names: Names = { arguments: new Map(), tags: new Map() };
  visit(elements);
  return names;

  function visit(list: MessageFormatElement[]): void {
    for (const element of list) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      const kind = element.type === TYPE.tag ? names.tags : names.arguments;
      if (!kind.has(element.value)) kind.set(element.value, element);
      if (element.type === TYPE.tag) visit(element.children);
      if (element.type === TYPE.select || element.type === TYPE.plural)
        for (const { value } of Object.values(element.options)) visit(value);
    }
  }
}

function missing(from: Map<string, MessageFormatElement>, inOther: Map<string, MessageFormatElement>) {
  return [...from.values()].filter((element) => 'value' in element && !inOther.has(element.value));
}

function faulty(fault: MessageFault) {
  return (element: MessageFormatElement): Problem => {
    const name = 'value' in element ? element.value : '';
    const start = element.location?.start;
    // Something missing has no place in this text; its place in the built-in one would mislead.
    return { fault, name, ...(start && fault.startsWith('unknown') && { place: start }) };
  };
}
