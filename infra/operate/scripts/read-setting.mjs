// Prints one setting as the processes see it: the environment, else .env, else what DOMAIN makes of it, else the given
// default.
//   node read-setting.mjs NAME DEFAULT
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [name, otherwise = ''] = process.argv.slice(2);
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const given = (setting) => process.env[setting] || file[setting];
const domain = given('DOMAIN');
// As infra/operate/src/local/settings.ts has it.
const ofDomain = domain
  ? { PUBLIC_URL: `https://${domain}`, WEB_HOST: '0.0.0.0', WEB_PORT: '80', TLS_PORT: '443' }
  : {};
console.log(given(name) || ofDomain[name] || otherwise);
