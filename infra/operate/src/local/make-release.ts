import { giveUp } from './advice.js';
import { makeRelease } from './release.js';
import { readLocalDir } from './settings.js';

/** Prints the folder of a release of what is built. */
try {
  process.stdout.write(`${makeRelease(readLocalDir())}\n`);
} catch (error) {
  giveUp(error);
}
