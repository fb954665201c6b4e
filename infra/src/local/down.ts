import { giveUp } from './advice.js';
import { readLocalDir } from './settings.js';
import { stopStack } from './stop-stack.js';

/** Stops the local processes; the data stays. */
try {
  const ran = await stopStack(readLocalDir());
  process.stdout.write(
    ran ? 'The local processes are down; their data is kept.\n' : 'No local processes were running.\n',
  );
} catch (error) {
  giveUp(error);
}
