import { giveUp } from './advice.js';
import { askPostgres, findStack, listRunningParts, type RunningStack, versionOf } from './running-stack.js';
import { readVersion } from './version.js';

/** Part of `make status`. */
try {
  const running = findStack();
  const lines = { checkout: readVersion(), ...(running ? describe(running) : { runs: 'nothing; make up' }) };
  for (const [name, line] of Object.entries(lines)) process.stdout.write(`${name.padEnd(10)}${line}\n`);
} catch (error) {
  giveUp(error);
}

function describe(stack: RunningStack) {
  const [newest] = askPostgres(stack, 'select name from migrations order by id desc limit 1') as {
    name: string;
  }[];
  return {
    runs: versionOf(stack) ?? 'another way than by make up',
    as: listRunningParts(stack).join(', '),
    schema: newest?.name ?? 'empty',
  };
}
