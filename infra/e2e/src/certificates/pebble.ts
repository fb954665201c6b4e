import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeAuthority, startNameServer } from '@voordeur/testing';
import { until } from '@voordeur/operate/local/until.js';

/**
 * Debian's pebble, a real ACME server for tests: its certificates are valid for a given number of seconds. It looks up names in
 * `addresses`, which may be changed meanwhile, and asks for them on `httpPort`.
 */
export async function startPebble(given: {
  addresses: Record<string, string>;
  port: number;
  managementPort: number;
  httpPort: number;
  validSeconds: number;
  /** Ports where clients reach it. */
  hosts?: string[];
}) {
  const { addresses, port, managementPort, httpPort, validSeconds, hosts = ['127.0.0.1'] } = given;
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-pebble-'));
  const authority = makeAuthority();
  const own = authority.issue('pebble', hosts.map((host) => `IP:${host}`).join());
  const ca = join(dir, 'authority.pem');
  writeFileSync(ca, authority.authorities.join('\n'));
  const names = await startNameServer(addresses, {});
  const config = join(dir, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `0.0.0.0:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: own.certificate,
        privateKey: own.key,
        httpPort,
        tlsPort: httpPort,
        certificateValidityPeriod: validSeconds,
      },
    }),
  );
  const [dnsServer = ''] = names.resolver.getServers();
  const program = spawn('pebble', ['-config', config, '-dnsserver', dnsServer], {
    stdio: 'ignore',
    // It would wait before it asks, refuse some of what is right, and not ask again each time.
    env: {
      ...process.env,
      ...{ PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' },
    },
  });
  const ended = once(program, 'exit');
  const manage = async (path: string) => {
    const sent = request({
      ...{ host: '127.0.0.1', port: managementPort, path },
      ca: authority.authorities,
      agent: false,
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    return text(answer);
  };
  const close = async () => {
    program.kill();
    await ended;
    names.close();
    authority.remove();
    rmSync(dir, { recursive: true });
  };
  const answers = () =>
    manage('/roots/0').then(
      () => true,
      () => false,
    );
  if (!(await until(answers, { withinMs: 20_000 }))) throw new Error('pebble does not start');
  return {
    /** The settings with which certificates come from it. */
    settings: { ACME_URL: `https://${hosts.at(-1)}:${port}/dir`, ACME_CA: ca },
    /** The issuer of its certificates, for clients to trust. */
    root: await manage('/roots/0'),
    /** Knows the names that it knows. */
    resolver: names.resolver,
    close,
  };
}
