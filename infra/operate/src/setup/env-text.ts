import { parseEnv } from 'node:util';

/**
 * The text of a .env with this setting: on its own line, else on the one where it's commented out, else at the end. An
 * empty value comments it out. Every other line stays. Throws if .env can't hold the value.
 */
export function withSetting(text: string, name: string, value: string): string {
  const line = value === '' ? `#${name}=` : `${name}=${quoted(value)}`;
  const own = new RegExp(`^(export\\s+)?${name}\\s*=.*$`, 'gm');
  const commentedOut = new RegExp(`^#${name}=.*$`, 'm');
  const place = text.search(own) >= 0 ? own : commentedOut;
  // A function, because a replacement text would have its $ read.
  const changed = text.search(place) >= 0 ? text.replace(place, () => line) : `${text.trimEnd()}\n${line}\n`;
  if ((parseEnv(changed)[name] ?? '') !== value) throw new Error(`${name} can't be written as it is.`);
  return changed;
}

/** As Node and Docker Compose read it alike: in single quotes neither looks for a $, a # or a backslash. */
function quoted(value: string): string {
  if (!/[#$'"`\\]|^\s|\s$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$`\\]/.test(value)) return `"${value}"`;
  throw new Error(`It can't hold both a ' and a ", $, \` or \\. In an address, write ' as %27.`);
}
