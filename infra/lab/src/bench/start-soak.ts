import { giveUp } from '@voordeur/operate/local/advice.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { soakSettings } from './measure-soak.js';

/** Starts the stack of the soak from within its limits, which what it starts inherits. */
const [, , receiverPort = ''] = process.argv;
await startStack(soakSettings(receiverPort)).catch(giveUp);
