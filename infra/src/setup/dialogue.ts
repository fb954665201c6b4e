import { createInterface } from 'node:readline/promises';
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
import { lookAtCalendar, sendTestDeliveries, sendTestMail } from './try-out.js';

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
  let answered = start;
  for (const section of sections) {
    say(`\n${section.title}`);
    const isAsked = !section.isLong || (await terminal.confirm('  Change them?', false));
    for (const question of isAsked ? section.questions : [])
      if (question.when?.(answered.draft) ?? true) answered = await askOne(answered, question, terminal);
    await tryOut(answered, section, terminal);
  }
  return answered;
}

async function askOne(start: Start, question: Question, terminal: Terminal): Promise<Start> {
  const { setting, ask, suggest, shown = (value: string) => value } = question;
  const proposed = readSetting(start.draft, setting) || (suggest?.(start.draft) ?? '');
  for (;;) {
    const typed = await terminal.ask(`  ${ask} [${proposed === '' ? 'not set' : shown(proposed)}]: `);
    const answer = typed === '-' ? '' : typed || proposed;
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
  return wrong.length > 0 ? wrong.join('\n  ') : next;
}

async function tryOut({ draft }: Start, { then }: Section, terminal: Terminal): Promise<void> {
  const indented = (lines: string[]) => {
    for (const line of lines) say(`  ${line}`);
  };
  if (then === 'calendar') indented([await lookAtCalendar(readSetting(draft, 'scheduler.address'))]);
  const installation = installationOf(draft);
  const { mail, webhooks } = installation.worker ?? {};
  if (
    then === 'mail' &&
    mail &&
    (await terminal.confirm(`  Send a test mail to ${mail.owner.address}?`, false))
  )
    indented(await sendTestMail(installation, readSetting(draft, 'product')));
  if (then === 'webhooks' && webhooks?.urls.size && (await terminal.confirm('  Send each a test?', false)))
    indented(await sendTestDeliveries(installation));
}
