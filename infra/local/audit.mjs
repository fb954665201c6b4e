// make audit: asks the npm registry which of the packages in the lockfile are known to be vulnerable. Exit 1 where one that
// is shipped is of level high or above, and 2 where the registry doesn't answer: nothing known isn't the same.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1e8 });
const answer = readJson(stdout);
if (!answer.vulnerabilities) {
  console.log(`The registry doesn't say what is vulnerable: ${answer.message ?? 'no answer'}.`);
  console.log(
    'What to do: run make audit where npm reaches a registry that does, or give what make sbom writes to a scanner.',
  );
  process.exit(2);
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const found = Object.values(answer.vulnerabilities);
const isUrgent = ({ severity, nodes }) =>
  ['high', 'critical'].includes(severity) && nodes.some((node) => !packages[node]?.dev);
const list = (some) => some.map(({ name, severity }) => `${name} (${severity})`).join(', ');
const urgent = found.filter(isUrgent);
const others = found.filter((one) => !isUrgent(one));
if (others.length > 0) console.log(`Not urgent, because minor or not shipped: ${list(others)}`);
if (urgent.length > 0) {
  console.log(`Urgent: ${list(urgent)}`);
  console.log('What to do: npm audit says more of each; npm update NAME, make test, and a release.');
  process.exit(1);
}
console.log(`Nothing urgent is known of ${answer.metadata.dependencies.total} packages.`);

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
