import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFault, MessageProblem } from '@voordeur/contracts/http';
import { IntlMessageFormat } from 'intl-messageformat';

type Place = MessageProblem['place'];

/**
 * The problems that keep a message from replacing the built-in one; empty if the site can show it. It must parse, not be
 * blank, have the same arguments and tags (in any order and form), and format without an error.
 */
export function checkMessage(text: string, builtIn: string, language: string): MessageProblem[] {
  const parsed = tryParse(text);
  if ('problem' in parsed) return [parsed.problem];
  const problems = compareNames(namesIn(parsed.message), namesIn(parse(builtIn)));
  if (problems.length > 0) return problems;
  try {
    // Each branch separately, because one sample value reaches only one of them.
    const said = branchesOf(parsed.message).map((branch) => formatSample(branch, language));
    if (said[0]?.trim() === '') return [problem('blank', '', 'It says nothing.')];
  } catch {
    // The parser accepts an unknown currency or a date from a word, but every page would fail on them.
    return [problem('cannot-be-formatted', '', 'A value in it cannot be formatted in that way.')];
  }
  return [];
}

function tryParse(text: string): { message: MessageFormatElement[] } | { problem: MessageProblem } {
  try {
    return { message: parse(text, { captureLocation: true }) };
  } catch (error) {
    // The parser puts the name of the fault in the message, and its location on the error.
    const { message: name, location } = error as Error & { location?: { start: NonNullable<Place> } };
    const sentence = 'It cannot be read as a message: a brace or a tag is not closed, or not known.';
    return { problem: problem('syntax', name, sentence, location?.start) };
  }
}

interface Names {
  arguments: Map<string, Place>;
  tags: Map<string, Place>;
}

function namesIn(message: MessageFormatElement[]): Names {
  const names: Names = { arguments: new Map(), tags: new Map() };
  for (const element of branchesOf(message).flat()) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    names[element.type === TYPE.tag ? 'tags' : 'arguments'].set(element.value, element.location?.start);
  }
  return names;
}

function compareNames(given: Names, builtIn: Names): MessageProblem[] {
  const compare = (kind: keyof Names, write: (name: string) => string, what: 'argument' | 'tag') => [
    ...[...builtIn[kind].keys()]
      .filter((name) => !given[kind].has(name))
      .map((name) => problem(`missing-${what}`, name, `${write(name)} is missing.`)),
    ...[...given[kind]]
      .filter(([name]) => !builtIn[kind].has(name))
      .map(([name, place]) =>
        problem(`unknown-${what}`, name, `The site has nothing to put in for ${write(name)}.`, place),
      ),
  ];
  return [
    ...compare('arguments', (name) => `{${name}}`, 'argument'),
    ...compare('tags', (name) => `<${name}>`, 'tag'),
  ];
}

/** The message and every nested list of elements: inside tags, and for each option of a plural or select. */
function branchesOf(message: MessageFormatElement[]): MessageFormatElement[][] {
  return [
    message,
    ...message.flatMap((element) => {
      if (element.type === TYPE.tag) return branchesOf(element.children);
      if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
      return Object.values(element.options).flatMap(({ value }) => branchesOf(value));
    }),
  ];
}

/** Formats with a word for every argument: a format for numbers alone would fail when the site inserts a name. */
function formatSample(message: MessageFormatElement[], language: string): string {
  const names = namesIn(message);
  const values: Record<string, string | ((parts: string[]) => string)> = {};
  for (const name of names.arguments.keys()) values[name] = 'x';
  for (const name of names.tags.keys()) values[name] = (parts) => parts.join('');
  return String(new IntlMessageFormat(message, language).format<string>(values));
}

function problem(fault: MessageFault, name: string, message: string, place?: Place): MessageProblem {
  if (!place) return { field: 'value', message, fault, name };
  const { offset, line, column } = place;
  return { field: 'value', message, fault, name, place: { offset, line, column } };
}
