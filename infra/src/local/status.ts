import { readLocalDir } from './settings.js';
import { listLeftBehind, listRunning, supervisorOf } from './stop-stack.js';

/** Prints the local processes; ends with 1 where none runs. */
const localDir = readLocalDir();
const supervisor = supervisorOf(localDir);
const parts = listRunning(localDir);
const leftBehind = listLeftBehind(localDir);
if (!supervisor && parts.length === 0 && leftBehind.length === 0) {
  process.stdout.write('No local processes are running.\n');
  process.exit(1);
}
const rows = [{ part: 'supervisor', pid: supervisor }, ...parts];
for (const { part, pid } of rows) {
  process.stdout.write(`${part.padEnd(12)} ${pid ? `pid ${pid}` : 'not running: make up starts it again'}\n`);
}
for (const { part, pids } of leftBehind) {
  process.stdout.write(
    `${part.padEnd(12)} killed, its pid ${pids.join(', ')} left: make up or make down ends them\n`,
  );
}
