// Writes .env from .env.example on the first run, with a random value for each setting that has none there.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [from = '.env.example', to = '.env'] = process.argv.slice(2);
if (!existsSync(to)) {
  // Letters and digits alone: docker compose would read a $ and a # in it.
  const withSecrets = readFileSync(from, 'utf8').replace(
    /^([A-Z_]+)=$/gm,
    (_, name) => `${name}=${randomBytes(24).toString('hex')}`,
  );
  writeFileSync(to, withSecrets, { mode: 0o600, flag: 'wx' });
  console.log(`Wrote ${to} with new secrets.`);
}
