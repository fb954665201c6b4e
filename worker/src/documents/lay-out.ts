import type { Run } from './fill-text.js';

/** A line's words in one look, with the spaces after them. */
export type Piece = Run;

const letters = new Intl.Segmenter();

/** The width of a text in a look. */
type Measure = (text: string, look: Run) => number;

/**
 * Breaks runs into lines of at most this width, between words; a word that is wider than a line is broken where it must.
 * Lines end with the space that they break at, so that a reader which joins them keeps the words apart.
 */
export function layOut(runs: Run[], width: number, measure: Measure): Piece[][] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  const end = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(runs)) {
    const wordWidth = widthOf(word, measure);
    if (used > 0 && used + wordWidth > width) end();
    if (wordWidth <= width) {
      for (const piece of word) add(line, piece);
      used += widthOf(word, measure, true);
      continue;
    }
    for (const letter of lettersOf(word)) {
      const letterWidth = measure(letter.text, letter);
      if (used > 0 && used + letterWidth > width) end();
      add(line, letter);
      used += letterWidth;
    }
  }
  if (line.length > 0) end();
  return lines;
}

/** Words, each with the spaces after it. One may be in several looks: a name and the comma after it. */
function wordsOf(runs: Run[]): Run[][] {
  const words: Run[][] = [];
  let isOpen = false;
  for (const run of runs)
    for (const text of run.text.replaceAll(/\s+/g, ' ').match(/\S+ ?| /g) ?? []) {
      if (isOpen) words.at(-1)?.push({ ...run, text });
      else if (text !== ' ') words.push([{ ...run, text }]);
      isOpen = words.length > 0 && !text.endsWith(' ');
    }
  return words;
}

function lettersOf(word: Run[]): Run[] {
  return word.flatMap((run) =>
    Array.from(letters.segment(run.text), ({ segment }) => ({ ...run, text: segment })),
  );
}

function widthOf(word: Run[], measure: Measure, withSpaces = false): number {
  return word.reduce((sum, run, at) => {
    const isEnd = at === word.length - 1 && !withSpaces;
    return sum + measure(isEnd ? run.text.trimEnd() : run.text, run);
  }, 0);
}

function add(line: Piece[], piece: Piece): void {
  const last = line.at(-1);
  if (last && last.isBold === piece.isBold && last.isBlank === piece.isBlank) last.text += piece.text;
  else line.push({ ...piece });
}
