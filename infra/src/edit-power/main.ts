import { shareFound, simulateEdits } from './simulate-edits.js';

/*
 * `make edit-power`: how often edits without effect are called likely better or worse, and after how many sessions those with
 * one are found (docs/analytics.md). Ends with 1 if more than 5 % of the first are.
 */
const edits = 1_000;
const sessionsAfter = 5_000;
const looks = [500, 1_000, 2_000, 5_000];
const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);

const write = (line: string) => process.stdout.write(`${line}\n`);

write(
  `${edits} edits a line, looked at after each of ${sessionsAfter} sessions; called likely better or worse within`,
);
write(
  ['sessions before', 'leads of 100', '   effect', ...looks.map((look) => `${look}`.padStart(8))].join('  '),
);
let worst = 0;
for (const sessionsBefore of [1_000, 3_000])
  for (const rate of [0.01, 0.03, 0.05])
    for (const lift of [1, 1.5, 2, 3, 0.5]) {
      const found = simulateEdits({ rate, sessionsBefore, lift }, { edits, sessionsAfter, seed: 1 });
      if (lift === 1) worst = Math.max(worst, shareFound(found, sessionsAfter));
      write(
        [
          `${sessionsBefore}`.padStart(15),
          `${rate * 100}`.padStart(12),
          (lift === 1 ? 'none' : `× ${lift}`).padStart(9),
          ...looks.map((look) => percent(shareFound(found, look))),
        ].join('  '),
      );
    }
write(`\nFalse "likely" at most ${percent(worst).trim()}, allowed 5 %.`);
process.exitCode = worst <= 0.05 ? 0 : 1;
