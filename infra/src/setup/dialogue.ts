import { createInterface } from 'node:readline/promises';
import { isExampleText } from '@voordeur/api';
import { hasExampleParts, withoutExampleParts } from './example-parts.js';
import {
  findWrongSettings,
  findWrongSite,
  installationOf,
  isOfEnv,
  readSetting,
  type Start,
  withAnswer,
} from './draft.js';
import { type Question, type Section, sections } from './questions.js';
import { lookAtCalendar, sendTestDeliveries, sendTestMail, type TryOut } from './try-out.js';

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ctrl-C, or the end of what is piped in. */
export class Stopped extends Error {}

export type Terminal = ReturnType<typeof openTerminal>;

/** Standard input, a line for each answer. Its questions throw `Stopped` when there are no more lines. */
export function openTerminal() {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Not lines.question(): it misses lines that arrive while something is tried out, and never settles at the end of input.
  const answers = lines[Symbol.asyncIterator]();
  let isClosed = false;
  lines.once('close', () => {
    isClosed = true;
  });
  async function ask(question: string): Promise<string> {
    // Lines of a pipe that has ended are still to be read, but a closed interface shows no prompt.
    if (process.stdin.isTTY) {
      if (isClosed) throw new Stopped();
      lines.setPrompt(question);
      lines.prompt();
    } else process.stdout.write(question);
    const answer = await answers.next();
    if (answer.done) throw new Stopped();
    // Piped answers aren't echoed, so their questions would share a line.
    if (!process.stdin.isTTY) say('');
    return answer.value.trim();
  }
  return {
    ask,
    async confirm(question: string, otherwise: boolean): Promise<boolean> {
      const answer = await ask(`${question} [${otherwise ? 'Y/n' : 'y/N'}] `);
      return answer === '' ? otherwise : /^y(es)?$/i.test(answer);
    },
    close: () => {
      lines.close();
    },
  };
}

/** Asks everything, an invalid answer again, and tries out what the owner wants tried out. */
export async function askAll(start: Start, terminal: Terminal): Promise<Start> {
  say('Enter keeps what is in brackets, - takes it out, Ctrl-C ends it; nothing is written before the end.');
  let answered = sections.flatMap(({ questions }) => questions).reduce(withoutTranslated, start);
  for (const section of sections) {
    say(`\n${section.title}`);
    if (section.isWanted && !(await terminal.confirm(`  ${section.isWanted}`, hasAny(answered, section)))) {
      answered = section.questions.reduce(without, answered);
      continue;
    }
    let isGood: boolean;
    do {
      for (const question of section.questions)
        if (question.when?.(answered.draft) ?? true) answered = await askOne(answered, question, terminal);
      isGood = await tryOut(answered, section, terminal);
    } while (!isGood && (await terminal.confirm('  Answer these again?', false)));
  }
  return answered;
}

const hasAny = ({ draft }: Start, { questions }: Section) =>
  questions.some(({ setting }) => readSetting(draft, setting) !== '');

/** Leaves alone what can't be taken out. */
function without(start: Start, { setting }: Question): Start {
  const applied = applyAnswer(start, setting, '');
  return typeof applied === 'string' ? start : applied;
}

/** A language whose value is the example's has the English one instead, until another is given. */
function withoutTranslated(start: Start, question: Question): Start {
  const { setting } = question;
  const isTranslated = /\.(?!en\b)[a-z]{2}(\.|$)/.test(setting);
  if (!isTranslated || !isExampleText(readSetting(start.draft, setting))) return start;
  return without(start, question);
}

/** Asked after everything else, and again where the answers aren't to be written. */
export async function askAboutExample(start: Start, terminal: Terminal): Promise<Start> {
  if (!hasExampleParts(start.draft)) return start;
  say('\nThe example’s client stories, quotation, price, signature and logos of partners');
  const isOver = await terminal.confirm('  Take them off the site? Your own go into site.config.json.', true);
  return isOver ? { ...start, draft: withoutExampleParts(start.draft) } : start;
}

async function askOne(start: Start, question: Question, terminal: Terminal): Promise<Start> {
  const { setting, ask, suggest, propose, store, shown = (value: string) => value } = question;
  const kept = readSetting(start.draft, setting);
  // Nobody keeps a link or an address of the example by pressing Enter, but for what can't be left out.
  const isOwn = !isExampleText(kept) || typeof applyAnswer(start, setting, '') === 'string';
  const proposed = propose?.(start.draft) ?? ((isOwn ? kept : '') || (suggest?.(start.draft) ?? ''));
  if (question.isYesOrNo) {
    const applied = applyAnswer(
      start,
      setting,
      String(await terminal.confirm(`  ${ask}`, proposed === 'true')),
    );
    return typeof applied === 'string' ? start : applied;
  }
  for (;;) {
    const inBrackets =
      proposed === '' ? 'not set' : shown(proposed) + (isExampleText(proposed) ? ', the example’s' : '');
    const typed = await terminal.ask(`  ${ask} [${inBrackets}]: `);
    const answer = typed === '-' ? '' : typed === '' ? proposed : (store?.(typed) ?? typed);
    const refused = answer === '' || answer === proposed ? undefined : question.check?.(answer);
    const judged = refused ?? applyAnswer(start, setting, answer);
    if (typeof judged !== 'string') return judged;
    say(`  ${judged}`);
  }
}

/** With one more answer; a sentence where the processes or the schema would refuse it. */
export function applyAnswer(start: Start, setting: string, answer: string): Start | string {
  if (/\p{Cc}/u.test(answer)) return 'It must be one line of text.';
  let next: Start;
  try {
    next = { ...start, draft: withAnswer(start.draft, setting, answer) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const wrong = isOfEnv(setting)
    ? findWrongSettings(next).filter((sentence) => sentence.startsWith(`${setting} `))
    : findWrongSite(next);
  if (wrong.length === 0) return next;
  if (answer === '' && !isOfEnv(setting)) return 'It can’t be left out.';
  return wrong.map((sentence) => sentence.replace(`${setting} must`, 'It must')).join('\n  ');
}

/** Whether it went well, as far as it was wanted. */
async function tryOut({ draft }: Start, { then }: Section, terminal: Terminal): Promise<boolean> {
  const show = ({ isGood, lines }: TryOut) => {
    for (const line of lines) say(`  ${line}`);
    return isGood;
  };
  if (then === 'calendar') return show(await lookAtCalendar(readSetting(draft, 'scheduler.address')));
  const installation = installationOf(draft);
  const { mail, webhooks } = installation.worker ?? {};
  if (then === 'mail' && mail && new URL(mail.smtpUrl).username === '')
    say('  It has no user and password, which most mail servers want.');
  if (
    then === 'mail' &&
    mail &&
    (await terminal.confirm(`  Send a test mail to ${mail.owner.address}?`, true))
  )
    return show(await sendTestMail(installation, readSetting(draft, 'product')));
  if (then === 'webhooks' && webhooks?.urls.size === 0)
    say('  No address is given, so nothing is posted anywhere.');
  else if (then === 'webhooks' && webhooks && (await terminal.confirm('  Send each a test?', true)))
    return show(await sendTestDeliveries(installation));
  return true;
}
