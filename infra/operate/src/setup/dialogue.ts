import { createInterface } from 'node:readline/promises';
import { isExampleText } from '@voordeur/contracts/http';
import {
  applyAnswer,
  installationOf,
  type Question,
  readSetting,
  type Start,
  withoutExampleParts,
} from './draft.js';
import { type Subject, subjectsOf } from './questions.js';
import { shown } from './shown.js';
import { tryOut } from './try-out.js';

/** Ctrl-C, or the end of input. */
export class Stopped extends Error {}

type Terminal = ReturnType<typeof openTerminal>;

/** Where questions are asked, a line for each answer. They throw `Stopped` when there are no more lines. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  const lines = createInterface({ input, output });
  // Not lines.question(): it misses lines that arrive while something is tried out, and never settles at the end of input.
  const answers = lines[Symbol.asyncIterator]();
  let isClosed = false;
  lines.once('close', () => (isClosed = true));
  async function askLine(question: string): Promise<string> {
    if (isClosed) throw new Stopped();
    lines.setPrompt(question);
    lines.prompt();
    const answer = await answers.next();
    if (answer.done) throw new Stopped();
    return answer.value.trim();
  }
  async function confirm(question: string, otherwise: boolean): Promise<boolean> {
    const answer = await askLine(`${question} [${otherwise ? 'Y/n' : 'y/N'}] `);
    return answer === '' ? otherwise : /^y(es)?$/i.test(answer);
  }
  const say = (line: string) => void output.write(`${line}\n`);
  const close = () => {
    lines.close();
  };
  return { askLine, confirm, say, close };
}

/** Asks everything, an invalid answer again, and tries out what the owner wants tried out. */
export async function ask(start: Start, terminal: Terminal): Promise<Start> {
  terminal.say(
    'Enter keeps what is in brackets, - takes it out, Ctrl-C ends it; nothing is written before the end.',
  );
  const subjects = subjectsOf(start.schema);
  let answered = subjects.flatMap(({ questions }) => questions).reduce(withoutTranslated, start);
  for (const subject of subjects) {
    terminal.say(`\n${subject.title}`);
    const hasAny = subject.questions.some(({ setting }) => readSetting(answered.draft, setting) !== '');
    if (subject.isWanted && !(await terminal.confirm(`  ${subject.isWanted}`, hasAny))) {
      answered = subject.questions.reduce(without, answered);
      continue;
    }
    let isGood: boolean;
    do {
      for (const question of subject.questions)
        if (question.when?.(answered.draft) ?? true) answered = await askOne(answered, question, terminal);
      isGood = await offerTest(answered, subject, terminal);
    } while (!isGood && (await terminal.confirm('  Answer these again?', false)));
  }
  const own = withoutExampleParts(answered);
  if (JSON.stringify(own.draft) === JSON.stringify(answered.draft)) return answered;
  terminal.say('\nThe example’s client stories, quotation, price, signature and logos of partners');
  const question = '  Take them off the site? Your own go into site.config.json.';
  return (await terminal.confirm(question, true)) ? own : answered;
}

/** Leaves alone what can't be taken out. */
function without(start: Start, question: Question): Start {
  const applied = applyAnswer(start, question, '');
  return typeof applied === 'string' ? start : applied;
}

/** A language whose value is the example's has the English one instead, until another is given. */
function withoutTranslated(start: Start, question: Question): Start {
  const isTranslated = /\.(?!en\b)[a-z]{2}(\.|$)/.test(question.setting);
  const isExample = isExampleText(readSetting(start.draft, question.setting));
  return isTranslated && isExample ? without(start, question) : start;
}

async function askOne(start: Start, question: Question, terminal: Terminal): Promise<Start> {
  const { setting, propose = (_, value) => value, store = (typed) => typed } = question;
  const set = readSetting(start.draft, setting);
  // Nobody keeps a link or an address of the example by pressing Enter, but for what can't be left out.
  const isOwn = !isExampleText(set) || typeof applyAnswer(start, question, '') === 'string';
  const proposed = propose(start.draft, isOwn ? set : '');
  const example = isExampleText(proposed) ? ', the example’s' : '';
  const inBrackets = proposed === '' ? 'not set' : `${shown(setting, proposed)}${example}`;
  for (;;) {
    const typed = await terminal.askLine(`  ${question.ask} [${inBrackets}]: `);
    const answer = typed === '-' ? '' : typed === '' ? proposed : store(typed);
    const judged = applyAnswer(start, question, answer);
    if (typeof judged !== 'string') return judged;
    terminal.say(`  ${judged}`);
  }
}

/** Whether it went well, as far as it was wanted. */
async function offerTest({ draft }: Start, { then }: Subject, terminal: Terminal): Promise<boolean> {
  const { mail, webhooks } = installationOf(draft).worker ?? {};
  if (!then || (then === 'mail' && !mail) || (then === 'webhooks' && !webhooks)) return true;
  if (then === 'mail' && mail && new URL(mail.smtpUrl).username === '')
    terminal.say('  It has no user and password, which most mail servers want.');
  if (then === 'webhooks' && webhooks?.urls.size === 0) {
    terminal.say('  No address is given, so nothing is posted anywhere.');
    return true;
  }
  const offer = then === 'mail' ? `  Send a test mail to ${mail?.owner.address}?` : '  Send each a test?';
  if (then !== 'calendar' && !(await terminal.confirm(offer, true))) return true;
  const found = await tryOut(then, draft);
  for (const { what, next } of found) terminal.say(`  ${what}${next ? ` What to do: ${next}` : ''}`);
  return found.every(({ level }) => level !== 'broken');
}
