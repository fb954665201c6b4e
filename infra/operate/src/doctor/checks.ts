import { errorName } from '@voordeur/server';
import { Advice } from '../local/advice.js';
import { checkSmtp, checkWebhooks } from './check-deliveries.js';
import { checkLookup } from './check-lookup.js';
import { checkClock, checkDisk, checkPrograms } from './check-machine.js';
import { checkSender } from './check-sender.js';
import { checkSecretsFile, checkSettings } from './check-settings.js';
import { checkDns, checkTls } from './check-site.js';
import { checkBackup, checkMigrations, checkPorts } from './check-stack.js';
import { advice, broken, type Finding } from './finding.js';
import type { Installation } from './installation.js';

/** Each finds at least one thing. `Advice` that it throws is a finding too. */
const checks: Record<string, (installation: Installation) => Finding[] | Promise<Finding[]>> = {
  settings: checkSettings,
  secrets: checkSecretsFile,
  programs: checkPrograms,
  clock: checkClock,
  disk: checkDisk,
  ports: checkPorts,
  migrations: checkMigrations,
  backup: checkBackup,
  lookup: checkLookup,
  dns: checkDns,
  tls: checkTls,
  smtp: checkSmtp,
  sender: checkSender,
  webhooks: checkWebhooks,
};

/** The findings of all checks or of these, each with its check's name, in their order. Never throws. */
export async function runChecks(installation: Installation, names = Object.keys(checks)) {
  const found = names.map(async (check) => {
    const findings = await runOne(check, installation);
    return findings.map((finding) => ({ check, ...finding }));
  });
  return (await Promise.all(found)).flat();
}

async function runOne(name: string, installation: Installation): Promise<Finding[]> {
  try {
    return (await checks[name]?.(installation)) ?? [];
  } catch (error) {
    if (error instanceof Advice) return [broken(error.message, error.next)];
    return [advice(`This could not be checked (${errorName(error)}).`, 'see make status and make logs.')];
  }
}
