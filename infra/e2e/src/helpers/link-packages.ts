import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Gives a copy of the checkout the same packages; its workspaces, whose links are relative, are its own. */
export function linkPackages(checkout: string, copy: string): void {
  const [from, to] = [join(checkout, 'node_modules'), join(copy, 'node_modules')];
  cpSync(join(from, '@voordeur'), join(to, '@voordeur'), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(from))
    if (name !== '@voordeur') symlinkSync(join(from, name), join(to, name));
}
