import { readFile } from 'node:fs/promises';
import { type LegalOrder, requiredFacts } from '@voordeur/contracts/http';
import { lexer, type Token, type Tokens } from 'marked';

/** Words in one look. */
export interface Run {
  text: string;
  isBold: boolean;
  /** To be filled in, or a proposal that the owner has not accepted yet. */
  isBlank: boolean;
}

export type Block =
  | { kind: 'title' | 'heading' | 'paragraph' | 'notice'; runs: Run[] }
  | { kind: 'list'; isNumbered: boolean; items: Run[][] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] };

/**
 * A legal text with the facts of the order. Its words are parsed as Markdown first and the facts come after, so nothing in a
 * fact is markup. Once the owner has read the texts and no fact is missing, the notice that it's a draft is left out and
 * what the text proposes holds.
 */
export async function fillText(order: LegalOrder): Promise<{ blocks: Block[]; isDraft: boolean }> {
  const file = new URL(`./texts/${order.language}/${order.document}.md`, import.meta.url);
  const isFinal = order.isRead && requiredFacts.every((name) => order.facts[name] !== undefined);
  const blocks = lexer(await readFile(file, 'utf8'))
    .flatMap((token) => blockOf(token as Tokens.Generic, { ...order, isFinal }))
    .filter(({ kind }) => !isFinal || kind !== 'notice');
  const hasBlank = blocks.flatMap(runsIn).some(({ isBlank }) => isBlank);
  return { blocks, isDraft: hasBlank || blocks.some(({ kind }) => kind === 'notice') };
}

type Filling = Pick<LegalOrder, 'product' | 'facts'> & { isFinal: boolean };

/** Throws for Markdown that the texts don't use, so none of it is left out unnoticed. */
function blockOf(token: Tokens.Generic, filling: Filling): Block[] {
  const runs = (tokens: Token[] | undefined) => runsOf(tokens ?? [], filling);
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ kind: token['depth'] === 1 ? 'title' : 'heading', runs: runs(token.tokens) }];
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runs(token.tokens) }];
    case 'blockquote':
      return [{ kind: 'notice', runs: runs(token.tokens) }];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: 'list', isNumbered: ordered, items: items.map(({ tokens }) => runs(tokens)) }];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const [head = [], ...rest] = [header, ...rows].map((row) => row.map(({ tokens }) => runs(tokens)));
      return [{ kind: 'table', head, rows: rest }];
    }
    default:
      throw new Error(`a legal text has a ${token.type}`);
  }
}

function runsOf(tokens: Token[], filling: Filling, isBold = false): Run[] {
  return tokens.flatMap((token) => {
    const inner = 'tokens' in token ? token.tokens : undefined;
    if (inner) return runsOf(inner, filling, isBold || token.type === 'strong');
    return fill(token.raw, filling).map((run) => ({ ...run, isBold }));
  });
}

/** `{{product}}`, `{{fact:, words *}}`, `[[what goes here|fact]]` and `[[a proposal]]`. */
const places = /(\{\{\w+(?::.+?)?\}\}|\[\[.+?\]\])/;

function fill(text: string, { product, facts, isFinal }: Filling): Pick<Run, 'text' | 'isBlank'>[] {
  const known: Partial<Record<string, string>> = facts;
  const runs = text.split(places).map((part) => {
    const [, name, words] = /^\{\{(\w+)(?::(.+))?\}\}$/.exec(part) ?? [];
    const [, blank, fact] = /^\[\[(.+?)(?:\|(\w+))?\]\]$/.exec(part) ?? [];
    if (name === 'product') return plain(product);
    // Not every business has such a fact: its words are left out with it.
    if (name !== undefined)
      return plain(known[name] === undefined ? '' : (words ?? '*').replace('*', () => known[name] ?? ''));
    if (blank === undefined) return plain(part);
    const value = fact === undefined ? (isFinal ? blank : undefined) : known[fact];
    return value === undefined ? { text: blank, isBlank: true } : plain(value);
  });
  return runs.filter((run) => run.text !== '');
}

/** Without characters that are invisible or turn the direction of the words around them. */
function plain(text: string): Pick<Run, 'text' | 'isBlank'> {
  return { text: text.replaceAll(/[^\P{C}\n]/gu, ''), isBlank: false };
}

function runsIn(block: Block): Run[] {
  if (block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return block.runs;
}
