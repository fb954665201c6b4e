import { giveUp } from './advice.js';
import { removeData } from './remove-data.js';
import { readLocalDir } from './settings.js';

/** Stops the local processes and removes their data; infra/local/clean.sh has asked. */
try {
  await removeData(readLocalDir());
  process.stdout.write('The local data is removed.\n');
} catch (error) {
  giveUp(error);
}
