import { giveUp } from '../local/advice.js';
import { checkout } from '../local/settings.js';
import { setUp } from './set-up.js';

try {
  process.exitCode = await setUp(process.argv.slice(2), checkout, process.stdin, process.stdout);
} catch (error) {
  giveUp(error);
}
