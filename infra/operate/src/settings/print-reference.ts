import { settingDefaults as ofApi } from '@voordeur/api';
import { settingDefaults as ofWorker } from '@voordeur/worker';
import { meanings } from './meanings.js';

/** From the root. */
export const referenceFile = 'docs/settings.env';

const head = `# Every setting of .env, each with its default; written by make files NAME=settings. An owner needs those of .env.example alone.
# The environment wins over .env, and an empty or commented-out setting has its default. After a change: make up.
`;

/** The text of `docs/settings.env`: defaults by the configs of api and worker where they have one. */
export function printReference(): string {
  const defaults: Record<string, string | undefined> = { ...ofApi, ...ofWorker };
  const sections = Object.entries(meanings).map(([title, settings]) => {
    const lines = settings.map(({ name, meaning, default: own, example }) => {
      const value = defaults[name] ?? own;
      const note = value === undefined && example ? ' For example:' : '';
      return `# ${meaning}${note}\n#${name}=${value ?? example ?? ''}`;
    });
    return `# --- ${title}\n\n${lines.join('\n')}\n`;
  });
  return [head, ...sections].join('\n');
}
