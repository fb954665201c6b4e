import { giveUp } from '../local/advice.js';
import { lookupDirOf } from '../local/parts.js';
import { readEnvironment, readLocalDir } from '../local/settings.js';
import { refresh } from './refresh.js';

/** `make refresh`: newer places, bots and networks; exit 1 if one of them could not be had. */
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const environment = readEnvironment();
  const isComplete = await refresh(environment, lookupDirOf(readLocalDir(environment)), say);
  say('Each worker takes a file that was replaced within a minute. What is stored stays as it was counted.');
  process.exitCode = isComplete ? 0 : 1;
} catch (error) {
  giveUp(error);
}
