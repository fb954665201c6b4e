import { addressOf } from '@voordeur/operate/local/stack.js';
import { logIn } from '@voordeur/e2e/helpers/clients.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { changeSettings } from './change-settings.js';
import { askAs, whileKilling } from './owner-calls.js';
import { sweepUploads, uploadFiles } from './upload-files.js';
import { measureUploadMemory } from './upload-memory.js';

/**
 * `make drill NAME=owner`: how much memory large and hostile uploads take; then the owner changes settings (CHANGES, 200) and
 * uploads files (FILES, 20) while the api, the worker and Postgres are killed at moments of chance. Exit 1 unless each page that
 * is read meanwhile is one whole version, none older than the one before, and each file comes whole or not at all; 2 where the
 * drill itself could not run.
 */
const settings = ownSettings('test-owner', 6, { RATE_LIMIT: 'off' });
const wrong: string[] = [];
const print = (counts: object) => {
  const said = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  process.stdout.write(`${said.join(', ')}\n`);
};

try {
  await withStack(settings, async () => {
    const baseUrl = addressOf(settings);
    const ask = askAs(baseUrl, await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']));
    const run = async (work: () => Promise<object>) => {
      const { result, kills } = await whileKilling(settings.localDir, ask, work);
      print({ ...result, kills, wrong: wrong.length });
    };
    const memory = await measureUploadMemory(settings.localDir, ask, wrong);
    process.stdout.write(`memory while a video of 200 MB and hostile pictures come: ${memory}\n`);
    await run(() => changeSettings(baseUrl, ask, Number(process.env['CHANGES'] ?? 200), wrong));
    await run(() => uploadFiles(baseUrl, ask, Number(process.env['FILES'] ?? 20), wrong));
    await sweepUploads(settings, ask, wrong);
  });
  for (const one of wrong.slice(0, 20)) process.stdout.write(`${one}\n`);
  process.stdout.write(wrong.length === 0 ? 'Always one whole version.\n' : 'Something was half or old.\n');
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  console.error('The drill could not run.', error);
  process.exitCode = 2;
}
