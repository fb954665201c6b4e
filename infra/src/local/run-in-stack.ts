import { giveUp } from './advice.js';
import { findRunningStack, runInStack } from './running-stack.js';

/** `node run-in-stack.js <script> [argument]…`: runs it in the stack that runs, with standard input passed on. */
try {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Error('Usage: node infra/dist/local/run-in-stack.js <script> [argument]…');
  process.exitCode = await runInStack(findRunningStack(), script, args);
} catch (error) {
  giveUp(error);
}
