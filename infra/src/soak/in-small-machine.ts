import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSmallMachine } from './small-machine.js';

/**
 * Runs a command on 1 GB of memory, without swap, and one core, and prints the most memory that its processes held:
 * `node infra/dist/soak/in-small-machine.js make up-local`. What the command leaves running stays there.
 */
const machine = openSmallMachine(`voordeur-${process.pid}`);
if (!machine) process.exit(2);
const [enter, ...args] = machine.enter;
const child = spawn(enter, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
let mostMb = 0;
const look = setInterval(() => {
  mostMb = Math.max(mostMb, machine.readHeldMb());
}, 100);
const [code] = (await once(child, 'exit')) as [number | null];
clearInterval(look);
process.stdout.write(
  `On ${machine.size}: at most ${mostMb.toFixed(0)} MB held; ${machine.readKills()} processes killed for want of memory.\n`,
);
machine.remove();
process.exitCode = code ?? 1;
