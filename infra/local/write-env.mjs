// Writes .env from .env.example on the first run, with a random value for each setting that has none there. Later it only
// adds those that a newer .env.example has.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [from = '.env.example', to = '.env'] = process.argv.slice(2);
const example = readFileSync(from, 'utf8');
// No $ and no #: docker compose would read a $ and a # in it.
const random = () => randomBytes(24).toString('hex');
// Receivers' libraries take the secret of a webhook as whsec_ and base64; 24 bytes need no = at its end.
const newSecret = { WEBHOOK_SIGNING_SECRET: () => `whsec_${randomBytes(24).toString('base64')}` };
const withSecret = (name) => `${name}=${(newSecret[name] ?? random)()}`;
if (existsSync(to)) {
  const present = parseEnv(readFileSync(to, 'utf8'));
  const missing = [...example.matchAll(/^([A-Z_]+)=$/gm)]
    .map(([, name]) => name)
    .filter((name) => !(name in present));
  for (const name of missing) {
    appendFileSync(to, `\n${withSecret(name)}\n`);
    console.log(`Added ${name} to ${to}.`);
  }
} else {
  const withSecrets = example.replace(/^([A-Z_]+)=$/gm, (_, name) => withSecret(name));
  writeFileSync(to, withSecrets, { mode: 0o600, flag: 'wx' });
  console.log(`Wrote ${to} with new secrets.`);
}
