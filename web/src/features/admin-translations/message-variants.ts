import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser/no-parser.js';

/** A piece of a sentence: words, or the name of a value that the page fills in. */
type Piece = { words: string } | { value: string };

/** A message with one case taken of each of its choices: the runs of text between its tags. */
export interface Variant {
  cases: Record<string, string>;
  runs: Piece[][];
}

/** Every way in which a message can read. */
export function variantsOf(message: MessageFormatElement[]): Variant[] {
  return expand(message, {}).map(({ cases, runs }) => ({
    cases,
    runs: runs.filter((run) => run.some((piece) => !('words' in piece) || piece.words !== '')),
  }));
}

function expand(message: MessageFormatElement[], cases: Variant['cases']): Variant[] {
  return message.reduce<Variant[]>(
    (variants, element) =>
      variants.flatMap((variant) => waysOf(element, variant.cases).map((way) => join(variant, way))),
    [{ cases, runs: [[]] }],
  );
}

function waysOf(element: MessageFormatElement, cases: Variant['cases']): Variant[] {
  switch (element.type) {
    case TYPE.literal:
      return [{ cases, runs: [[{ words: element.value }]] }];
    case TYPE.pound:
      return [{ cases, runs: [[{ value: '#' }]] }];
    case TYPE.tag:
      return expand(element.children, cases).map((inner) => ({ ...inner, runs: [[], ...inner.runs, []] }));
    case TYPE.select:
    case TYPE.plural: {
      const { value: name, options } = element;
      const taken = cases[name];
      const open = taken !== undefined && options[taken] ? [taken] : Object.keys(options);
      return open.flatMap((one) => expand(options[one]?.value ?? [], { ...cases, [name]: one }));
    }
    case TYPE.argument:
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      return [{ cases, runs: [[{ value: element.value }]] }];
  }
}

/** The last run of one goes on in the first of the next. */
function join({ runs }: Variant, next: Variant): Variant {
  const [first = [], ...rest] = next.runs;
  return { cases: next.cases, runs: [...runs.slice(0, -1), [...(runs.at(-1) ?? []), ...first], ...rest] };
}

/** Matches the text of a run on a page; its groups are the values, in the order of the run. */
export function patternOf(run: Piece[]): RegExp {
  const parts = run.map((piece) =>
    'words' in piece ? piece.words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '(.+?)',
  );
  return new RegExp(`^\\s*${parts.join('').trim()}\\s*$`, 'su');
}

/** Whether a run has words of its own to be found by; `{day} {time}` would be found everywhere. */
export function hasWords(run: Piece[]): boolean {
  return run.some((piece) => 'words' in piece && /\p{L}{2}/u.test(piece.words));
}

export function writeRun(run: Piece[], values: Record<string, string>): string {
  return run
    .map((piece) => ('words' in piece ? piece.words : (values[piece.value] ?? `{${piece.value}}`)))
    .join('');
}

/** The variant that agrees with most of these cases. */
export function closestVariant(variants: Variant[], cases: Variant['cases']): Variant | undefined {
  const agreeing = (variant: Variant) =>
    Object.entries(variant.cases).filter(([name, one]) => cases[name] === one).length;
  return variants.toSorted((a, b) => agreeing(b) - agreeing(a))[0];
}

/** The values that a run's pattern found, by name. */
export function valuesIn(run: Piece[], match: RegExpExecArray): Record<string, string> {
  const names = run.flatMap((piece) => ('value' in piece ? [piece.value] : []));
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
}
