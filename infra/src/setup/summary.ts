import { parseEnv } from 'node:util';
import { messages } from '@voordeur/contracts/messages';
import { findLaunchSteps, launchTexts } from '../doctor/check-stack.js';
import { findStack } from '../local/running-stack.js';
import { say } from './dialogue.js';
import { changedFiles, installationOf, isOfEnv, readSetting, siteOf, type Start } from './draft.js';
import { goneParts } from './example-parts.js';
import { questions } from './questions.js';

/** The questions whose value the draft changes. */
function changedSettings({ draft, opened }: Start) {
  return questions
    .map((question) => ({
      ...question,
      before: readSetting(opened, question.setting),
      after: readSetting(draft, question.setting),
    }))
    .filter((one) => one.before !== one.after);
}

/** Each value before and after, without secrets. */
export function sayChanges(start: Start): void {
  const changes = changedSettings(start);
  const asked = new Set(questions.map(({ setting }) => setting));
  const known = parseEnv(start.envBefore ?? '');
  const secrets = Object.keys(parseEnv(start.draft.env)).filter(
    (name) => !(name in known) && !asked.has(name),
  );
  const show = (ofEnv: boolean) => {
    for (const { setting, before, after, shown = (value: string) => value } of changes) {
      const english = setting.replace(/\.[a-z]{2}(?=\.|$)/, '.en');
      const isLeftToEnglish = english !== setting && after === '' && readSetting(start.draft, english) !== '';
      const gone = isLeftToEnglish ? 'the English one' : 'not set';
      const words = [before === '' ? 'not set' : shown(before), after === '' ? gone : shown(after)];
      if (isOfEnv(setting) === ofEnv) say(`  ${setting}: ${words.join(' → ')}`);
    }
  };
  for (const { file } of changedFiles(start)) {
    say(`\nWhat changes in ${file}:`);
    show(file.endsWith('.env'));
    if (!file.endsWith('.env'))
      for (const part of goneParts(start.opened, start.draft)) say(`  ${part}: the example’s → taken out`);
    if (file.endsWith('.env') && secrets.length > 0) say(`  new random secrets: ${secrets.join(', ')}`);
  }
}

/** What the admin's launch checklist would still say, in its own words. */
export async function sayLaunchSteps({ draft }: Start): Promise<void> {
  const { api, worker } = installationOf(draft);
  if (!api || !worker) return;
  const open = await findLaunchSteps(api, worker, siteOf(draft));
  const texts = messages.en.admin.launch;
  say(open.length > 0 ? '\nBefore you go live:' : '\nNothing of the example is left.');
  for (const step of open) {
    const name = launchTexts[step];
    say(`  ${texts[name]}: ${texts[`${name}Do`]}`);
  }
}

/** What to do for it to take effect. */
export function sayNext(start: Start): void {
  const changed = changedSettings(start).map(({ setting }) => setting);
  say('');
  if (changed.includes('languages'))
    say('make up writes the languages into contracts/src/messages/catalogues.ts and site-languages.ts too.');
  if (
    changed.some((setting) => /^(product|email|phone|languages|person\.town\..*|company\..*)$/.test(setting))
  )
    say('Next: make brand-files, for the documents, icons and share pictures; then make up');
  else if (findStack() === null || changed.length > 0) say('Next: make up');
}
