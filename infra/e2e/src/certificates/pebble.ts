import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeAuthority, startNameServer } from '@voordeur/testing';
import { until } from '@voordeur/operate/local/until.js';

interface Given {
  /** Names and their addresses; may be changed meanwhile. */
  addresses: Record<string, string>;
  port: number;
  managementPort: number;
  /** Where it asks for what proves a name. */
  httpPort: number;
  validSeconds: number;
  /** Where clients reach it. */
  host: string;
}

/** Debian's pebble, a real ACME server for tests: its certificates are valid for a given number of seconds. */
export async function startPebble(given: Given) {
  const { addresses, port, managementPort, httpPort, validSeconds, host } = given;
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-pebble-'));
  const authority = makeAuthority();
  const own = authority.issue('pebble', `IP:127.0.0.1,IP:${host}`);
  const [ca, config] = [join(dir, 'authority.pem'), join(dir, 'config.json')];
  writeFileSync(ca, authority.authorities.join('\n'));
  const pebble = {
    listenAddress: `0.0.0.0:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    ...{ certificate: own.certificate, privateKey: own.key },
    ...{ httpPort, tlsPort: httpPort, certificateValidityPeriod: validSeconds },
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const names = await startNameServer(addresses, {});
  const [dnsServer = ''] = names.resolver.getServers();
  // It would wait before it asks, refuse some of what is right, and not ask again each time.
  const env = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' };
  const program = spawn('pebble', ['-config', config, '-dnsserver', dnsServer], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const ended = once(program, 'exit');
  const readRoot = async () => {
    const url = `https://127.0.0.1:${managementPort}/roots/0`;
    return (await promisify(execFile)('curl', ['--silent', '--fail', '--cacert', ca, url])).stdout;
  };
  const answers = () => readRoot().then(Boolean, () => false);
  if (!(await until(answers, { withinMs: 20_000 }))) throw new Error('pebble does not start');
  return {
    /** The settings with which certificates come from it. */
    settings: { ACME_URL: `https://${host}:${port}/dir`, ACME_CA: ca },
    /** The issuer of its certificates, for clients to trust. */
    root: await readRoot(),
    /** Knows the names that it knows. */
    resolver: names.resolver,
    close: async () => {
      program.kill();
      await ended;
      names.close();
      authority.remove();
      rmSync(dir, { recursive: true });
    },
  };
}
