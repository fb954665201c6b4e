import { giveUp } from '../local/advice.js';
import { runChecks } from './checks.js';
import { findInstallation } from './installation.js';

/** `make doctor`: exit 1 if something is broken. Advice is no failure. */
try {
  const found = await runChecks(findInstallation());
  const count = (level: string) => found.filter((finding) => finding.level === level).length;
  const lines = found.flatMap(({ check, level, what, next }) => [
    `${level.padEnd(8)}${check.padEnd(12)}${what}`,
    ...(next ? [`${' '.repeat(20)}What to do: ${next}`] : []),
  ]);
  const total = `${count('broken')} broken, ${count('advice')} to think about, ${count('ok')} fine.`;
  const text = process.env['JSON'] === '1' ? JSON.stringify(found, null, 2) : [...lines, total].join('\n');
  process.stdout.write(`${text}\n`);
  process.exitCode = count('broken') > 0 ? 1 : 0;
} catch (error) {
  giveUp(error);
}
