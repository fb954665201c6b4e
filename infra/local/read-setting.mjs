// Prints one setting as the processes see it: the environment, else .env, else the given default.
//   node read-setting.mjs NAME DEFAULT
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [name, otherwise = ''] = process.argv.slice(2);
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
console.log(process.env[name] || file[name] || otherwise);
