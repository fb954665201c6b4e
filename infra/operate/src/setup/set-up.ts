import { parseArgs, parseEnv } from 'node:util';
import { ask, openTerminal, Stopped } from './dialogue.js';
import {
  applyAnswer,
  changedFiles,
  findWrong,
  isOfEnv,
  isSetting,
  openDraft,
  type Question,
  readSetting,
  type Start,
  withoutExampleParts,
  writeDraft,
} from './draft.js';
import { subjectsOf } from './questions.js';
import { shown } from './shown.js';

const help = `make setup asks for what .env and site.config.json need. For scripts, without questions:
  make setup ARGS='--set site.product="Front" --set DOMAIN=example.org --yes'

--set takes each setting of docs/settings.env, and each text of site.config.json as site. and its keys; an empty value takes it out.
--without-example takes the example’s client stories, quotation, price, signature and logos off the site.
--yes writes it; without it you only see what would change. Those that are asked for:
`;

type Say = (line: string) => void;

/** `make setup`: fills the two files of a folder by questions or `--set`, and writes once, at the end. Returns the exit code. */
export async function setUp(
  args: string[],
  dir: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<number> {
  const say: Say = (line) => void output.write(`${line}\n`);
  const opened = openDraft(dir);
  if (args.length > 0) return byFlags(args, opened, say);
  if (!('isTTY' in input && input.isTTY)) {
    say('This asks questions, and there is no terminal to answer on, so nothing is changed.');
    say('What to do: give the answers as --set name=value; make setup ARGS=--help lists the names.');
    return 1;
  }
  const terminal = openTerminal(input, output);
  const question = 'Write this? An answer that is wrong can be changed by running make setup again.';
  try {
    return await finish(await ask(opened, terminal), say, () => terminal.confirm(question, true));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    say('\nNothing is written.');
    return 130;
  } finally {
    terminal.close();
  }
}

async function byFlags(args: string[], opened: Start, say: Say): Promise<number> {
  const isSwitch = { type: 'boolean', default: false } as const;
  const set = { type: 'string', multiple: true, default: [] as string[] } as const;
  const questions = subjectsOf(opened.schema).flatMap((subject) => subject.questions);
  let flags;
  try {
    const options = { set, yes: isSwitch, 'without-example': isSwitch, help: isSwitch };
    flags = parseArgs({ args, options }).values;
  } catch (error) {
    say(`${(error as Error).message}\nWhat to do: make setup ARGS=--help lists what it takes.`);
    return 2;
  }
  if (flags.help) {
    say(help);
    for (const question of questions) say(`  ${nameOf(question.setting).padEnd(28)} ${question.ask}`);
    return 0;
  }
  const given = applyGiven(opened, questions, flags.set, say);
  if (!given) return 1;
  const start = flags['without-example'] ? withoutExampleParts(given) : given;
  return finish(start, say, () => {
    if (!flags.yes) say('Add --yes to write it.');
    return Promise.resolve(flags.yes);
  });
}

const nameOf = (setting: string) => (isOfEnv(setting) ? setting : `site.${setting}`);

/** Undefined, and a sentence about each, where some won't do. */
function applyGiven(opened: Start, questions: Question[], given: string[], say: Say): Start | undefined {
  let start = opened;
  let isGood = true;
  for (const one of given) {
    const [, name = one, typed = ''] = /^([^=]+)=([^]*)$/.exec(one) ?? [];
    const setting = name.replace(/^site\./, '');
    const question = questions.find((asked) => asked.setting === setting) ?? { setting, ask: '' };
    const isKnown = name !== one && name === nameOf(setting) && isSetting(opened, setting);
    const applied = isKnown
      ? applyAnswer(start, question, question.store?.(typed) ?? typed)
      : 'There is no such setting; write it as PUBLIC_URL=https://example.org or site.product=Front.';
    if (typeof applied !== 'string') start = applied;
    else say(`--set ${name}: ${applied}`);
    isGood &&= typeof applied !== 'string';
  }
  if (!isGood) say('Nothing is written.');
  return isGood ? start : undefined;
}

/** Shows what changes, writes it where it's wanted, and says what to do next. */
async function finish(start: Start, say: Say, isWanted: () => Promise<boolean>): Promise<number> {
  const wrong = findWrong(start);
  wrong.forEach(say);
  if (wrong.length === 0 && changedFiles(start).length === 0) say('\nThere is nothing to change.');
  else {
    if (wrong.length === 0) sayChanges(start, say);
    if (wrong.length > 0 || !(await isWanted())) {
      say('Nothing is written.');
      return 1;
    }
    writeDraft(start);
    say('Written.');
  }
  const changed = changesOf(start, false).map(([setting]) => setting);
  if (changed.includes('languages'))
    say('make up writes the languages into contracts/src/messages/catalogues.ts and site-languages.ts too.');
  const isPrinted = /^(product|email|phone|languages|person\.town\..*|company\..*)$/;
  const files = 'make files NAME=brand, for the documents, icons and share pictures; then ';
  say(`\nNext: ${changed.some((setting) => isPrinted.test(setting)) ? files : ''}make up`);
  say('The home page of /admin then lists what is left to do before you go live.');
  return 0;
}

/** Each value by its keys, a list as one. */
function valuesIn(part: object, prefix = ''): [string, string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value && !Array.isArray(value))
      return valuesIn(value, `${prefix}${key}.`);
    const isPlain = !Array.isArray(value) || value.every((item) => typeof item === 'string');
    return [[`${prefix}${key}`, isPlain ? String(value) : `${value.length || 'none'} of them`]];
  });
}

/** The settings of `.env` or the site whose value the draft changes, with both. */
function changesOf({ draft, opened }: Start, ofEnv: boolean) {
  const values = ({ env, site }: Start['draft']) =>
    new Map(ofEnv ? (Object.entries(parseEnv(env)) as [string, string][]) : valuesIn(site));
  const [before, after] = [values(opened), values(draft)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((setting) => [setting, before.get(setting) ?? '', after.get(setting) ?? ''] as const)
    .filter(([, from, to]) => from !== to);
}

/** Each value before and after, without secrets. */
function sayChanges(start: Start, say: Say): void {
  for (const { file, isEnv } of changedFiles(start)) {
    say(`\nWhat changes in ${file}:`);
    for (const [setting, from, to] of changesOf(start, isEnv)) {
      const english = setting.replace(/\.[a-z]{2}(?=\.|$)/, '.en');
      const isEnglishLeft = english !== setting && readSetting(start.draft, english) !== '';
      const gone = isEnglishLeft ? 'the English one' : 'not set';
      say(`  ${setting}: ${shown(setting, from) || 'not set'} → ${shown(setting, to) || gone}`);
    }
    const known = parseEnv(start.envBefore ?? '');
    const secrets = Object.entries(parseEnv(start.opened.env)).filter(([key, value]) => value && !known[key]);
    if (isEnv && secrets.length > 0) say(`  new random secrets: ${secrets.map(([key]) => key).join(', ')}`);
  }
  say('');
}
