import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuthority } from '../doctor/testing/certificates.js';
import { ownSettings, withStack } from '../local/test-stack.js';

/**
 * `make observatory`: a stack of its own with TLS, by a certificate of a test, graded in a process that trusts it. Exits
 * with 1 unless all pages and calls reach A+. Ends with `N passed, N failed`.
 */
const tlsPort = '28513';
const authority = makeAuthority();
try {
  const { certificate, key } = authority.issue('localhost', 'DNS:localhost,IP:127.0.0.1');
  const settings = ownSettings('test-observatory', 6, {
    TLS_PORT: tlsPort,
    TLS_CERTIFICATE: certificate,
    TLS_CERTIFICATE_KEY: key,
    PUBLIC_URL: `https://localhost:${tlsPort}`,
  });
  process.exitCode = await withStack(settings, async () => {
    const trusted = join(settings.localDir, 'authority.pem');
    writeFileSync(trusted, authority.authorities.join('\n'));
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'grade.js'), String(settings.webPort), tlsPort],
      { stdio: 'inherit', env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
    );
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  });
} finally {
  authority.remove();
}
