import { giveUp } from '../local/advice.js';
import { startStack } from '../local/stack.js';
import { soakSettings } from './settings.js';

/** Starts the stack of `make soak` from within the group of processes that is to be its machine. */
const [, , receiverPort = ''] = process.argv;
await startStack(soakSettings(receiverPort)).catch(giveUp);
