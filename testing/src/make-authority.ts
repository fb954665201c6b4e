import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of the test's own, with what it issues; `remove` takes the files away. */
export function makeAuthority() {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-doctor-'));
  const file = (name: string) => join(dir, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: dir });
  const asPair = (name: string) => ({
    certificate: file(`${name}.pem`),
    key: file(`${name}.key`),
    /** As `tls.createServer` takes them. */
    pair: { cert: readFileSync(file(`${name}.pem`), 'utf8'), key: readFileSync(file(`${name}.key`), 'utf8') },
  });

  function selfSigned(name: string, subject: string, more: string[] = []) {
    const made = ['-days', '90', '-subj', `/CN=${subject}`, ...more];
    openssl('req', '-x509', ...newKey, ...made, '-keyout', `${name}.key`, '-out', `${name}.pem`);
    return asPair(name);
  }

  /** For these names (`DNS:front.test,IP:127.0.0.1`), signed by the authority or by one that it has signed. */
  function issue(name: string, names: string, { days = 90, by = 'authority', isAuthority = false } = {}) {
    const extension = isAuthority ? 'basicConstraints=critical,CA:TRUE' : `subjectAltName=${names}`;
    writeFileSync(file(`${name}.ext`), extension);
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-days', String(days)];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signer,
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    );
    return asPair(name);
  }

  const { pair } = selfSigned('authority', 'the authority of a test');
  const remove = () => {
    rmSync(dir, { recursive: true });
  };
  return { authorities: [pair.cert], selfSigned, issue, remove };
}
