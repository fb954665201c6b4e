import { parseArgs } from 'node:util';
import { giveUp } from '../local/advice.js';
import {
  applyAnswer,
  askAboutExample,
  askAll,
  openTerminal,
  say,
  Stopped,
  type Terminal,
} from './dialogue.js';
import {
  changedFiles,
  findWrongSettings,
  findWrongSite,
  installationOf,
  openDraft,
  readSetting,
  type Start,
  writeDraft,
} from './draft.js';
import { withoutExampleParts } from './example-parts.js';
import { flagOf, questions } from './questions.js';
import { splitWords } from './split-words.js';
import { sayChanges, sayLaunchSteps, sayNext } from './summary.js';
import { lookAtCalendar, sendTestDeliveries, sendTestMail } from './try-out.js';

/** `make setup`: fills `.env` and `site.config.json` by questions or flags, and writes once, at the end. */
const switches = {
  ask: 'ask although there is no terminal: a line of standard input is an answer',
  yes: 'write without asking',
  'without-example': 'take the example’s client stories, quotation, price, signature and logos off the site',
  'dry-run': 'show what would change, and write nothing',
  'test-mail': 'send a test mail to OWNER_EMAIL',
  'test-webhooks': 'send a signed test delivery to each webhook',
  help: 'this list',
};

try {
  process.exitCode = await setUp();
} catch (error) {
  if (!(error instanceof Stopped)) giveUp(error);
  say('\nNothing is written.');
  process.exitCode = 130;
}

async function setUp(): Promise<number> {
  const flags = readFlags();
  if (flags === null) return 2;
  if (flags['help']) {
    sayHelp();
    return 0;
  }
  const isAsking = Object.keys(flags).length === 0 ? process.stdin.isTTY : flags['ask'] === true;
  if (!isAsking && Object.keys(flags).length === 0) {
    say('This asks questions, and there is no terminal to answer on, so nothing is changed.');
    say('What to do: give the answers as flags; make setup ARGS=--help lists them.');
    return 1;
  }
  const given = applyFlags(openDraft(), flags);
  if (!given) return 1;
  const flagged = flags['without-example'] ? { ...given, draft: withoutExampleParts(given.draft) } : given;
  const terminal = isAsking || (process.stdin.isTTY && !flags['yes']) ? openTerminal() : null;
  try {
    return await goThrough(flagged, flags, terminal, isAsking);
  } finally {
    terminal?.close();
  }
}

/** Asks if that's wanted, shows what changes, and writes it after a yes; after a no it asks again. Returns the exit code. */
async function goThrough(
  given: Start,
  flags: Record<string, string | boolean>,
  terminal: Terminal | null,
  isAsking: boolean,
): Promise<number> {
  const asking = isAsking ? terminal : null;
  const answered = asking ? await askAll(given, asking) : given;
  const start = asking ? await askAboutExample(answered, asking) : answered;
  await tryOut(start, flags);
  const wrong = [...findWrongSettings(start), ...findWrongSite(start)];
  if (wrong.length > 0) {
    for (const sentence of wrong) say(sentence);
    say('Nothing is written.');
    return 1;
  }
  if (changedFiles(start).length === 0) say('\nThere is nothing to change.');
  else {
    sayChanges(start);
    if (flags['dry-run']) return 0;
    say('');
    const isWanted = flags['yes'] ?? (await terminal?.confirm('Write this?', true));
    if (!isWanted) {
      const again = 'Go through the questions again? Enter then keeps what you answered.';
      if (asking && (await asking.confirm(again, true)))
        return goThrough(answered, flags, terminal, isAsking);
      say(terminal ? 'Nothing is written.' : 'Nothing is written: add --yes to write it.');
      return 1;
    }
    writeDraft(start);
    say('Written.');
  }
  await sayLaunchSteps(start);
  sayNext(start);
  return 0;
}

/** Null, and a sentence about it, where one isn't known. */
function readFlags(): Record<string, string | boolean> | null {
  try {
    const { values } = parseArgs({
      args: [...process.argv.slice(2), ...splitWords(process.env['ARGS'] ?? '')],
      options: {
        ...Object.fromEntries(questions.map(({ setting }) => [flagOf(setting), { type: 'string' as const }])),
        ...Object.fromEntries(Object.keys(switches).map((name) => [name, { type: 'boolean' as const }])),
      },
    });
    return values as Record<string, string | boolean>;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    say('What to do: make setup ARGS=--help lists the flags.');
    return null;
  }
}

function sayHelp(): void {
  const list = (entries: [string, string][]) => {
    for (const [flag, words] of entries) say(`  --${flag.padEnd(28)}${words}`);
  };
  say('make setup asks for what .env and site.config.json need. As flags, for scripts:');
  say('  make setup ARGS=\'--product "Front" --domain example.org --yes\'\n');
  list(questions.map(({ setting, ask }) => [`${flagOf(setting)} …`, ask]));
  say('\nAn empty value takes a setting out.\n');
  list(Object.entries(switches));
}

/** Undefined, and a sentence about each, where some won't do. */
function applyFlags(opened: Start, flags: Record<string, string | boolean>): Start | undefined {
  let start = opened;
  let isGood = true;
  for (const { setting, check, store } of questions) {
    const typed = flags[flagOf(setting)];
    if (typeof typed !== 'string') continue;
    const value = store?.(typed) ?? typed;
    const refused = value === '' ? undefined : check?.(value);
    // What one setting needs of another is looked at when all are there.
    const applied = refused ?? applyAnswer(start, setting, value);
    if (typeof applied === 'string') {
      say(`--${flagOf(setting)}: ${applied}`);
      isGood = false;
    } else start = applied;
  }
  if (!isGood) say('Nothing is written.');
  return isGood ? start : undefined;
}

async function tryOut({ draft }: Start, flags: Record<string, string | boolean>): Promise<void> {
  const installation = installationOf(draft);
  const tried = [
    flags['scheduler-address'] && (await lookAtCalendar(readSetting(draft, 'scheduler.address'))),
    flags['test-mail'] && (await sendTestMail(installation, readSetting(draft, 'product'))),
    flags['test-webhooks'] && (await sendTestDeliveries(installation)),
  ];
  for (const one of tried) if (typeof one === 'object') for (const line of one.lines) say(line);
}
