import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A user agent and what its sources say of it. */
export interface AgentRow {
  ua: string;
  class: string;
  sources: string[];
}

/** An address, the country its source gives, and whether that answer is still true. */
export interface AddressRow {
  ip: string;
  family: 4 | 6;
  country: string;
  dbip_agrees: boolean;
}

export type Corpus = ReturnType<typeof readCorpus>;

/** The folder's `bots*.jsonl`, `humans*.jsonl` and `geo-known*.jsonl`; throws where one is missing or no JSON lines. */
export function readCorpus(folder: string) {
  return {
    bots: readRows<AgentRow>(folder, 'bots'),
    people: readRows<AgentRow>(folder, 'humans'),
    addresses: readRows<AddressRow>(folder, 'geo-known'),
  };
}

function readRows<Row>(folder: string, kind: string): Row[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(kind) && name.endsWith('.jsonl'));
  if (files.length === 0) throw new Error(`no ${kind}*.jsonl in ${folder}`);
  return files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
