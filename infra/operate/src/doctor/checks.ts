import { errorName } from '@voordeur/server';
import { Advice } from '../local/advice.js';
import { checkSmtp, checkWebhooks } from './check-deliveries.js';
import { checkLookup } from './check-lookup.js';
import { checkClock, checkDisk, checkPrograms } from './check-machine.js';
import { checkSender } from './check-sender.js';
import { checkSecretsFile, checkSettings } from './check-settings.js';
import { checkDns, checkTls } from './check-site.js';
import { checkBackup, checkBuild, checkLaunch, checkMigrations, checkPorts } from './check-stack.js';
import { advice, broken, type Check, type Finding } from './finding.js';
import type { Installation } from './installation.js';

const checks: Check[] = [
  { name: 'settings', run: checkSettings },
  { name: 'secrets', run: checkSecretsFile },
  { name: 'programs', run: checkPrograms },
  { name: 'clock', run: checkClock },
  { name: 'disk', run: checkDisk },
  { name: 'ports', run: checkPorts },
  { name: 'migrations', run: checkMigrations },
  { name: 'version', run: checkBuild },
  { name: 'backup', run: checkBackup },
  { name: 'lookup', run: checkLookup },
  { name: 'dns', run: checkDns },
  { name: 'tls', run: checkTls },
  { name: 'smtp', run: checkSmtp },
  { name: 'sender', run: checkSender },
  { name: 'webhooks', run: checkWebhooks },
  { name: 'launch', run: checkLaunch },
];

/** The findings of all checks or of these, each with its check's name, in their order. Never throws. */
export async function runChecks(
  installation: Installation,
  names = checks.map(({ name }) => name),
): Promise<(Finding & { check: string })[]> {
  const wanted = checks.filter(({ name }) => names.includes(name));
  return (await Promise.all(wanted.map((check) => runOne(check, installation)))).flat();
}

async function runOne({ name, run }: Check, installation: Installation) {
  let found: Finding[];
  try {
    found = await run(installation);
  } catch (error) {
    found = [
      error instanceof Advice
        ? broken(error.message, error.next)
        : advice(`This could not be checked (${errorName(error)}).`, 'see make status and make logs.'),
    ];
  }
  return found.map((finding) => ({ check: name, ...finding }));
}
