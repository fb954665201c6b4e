import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';

/** Licences that a shipped package may have: all let anyone use, change and pass on the code. */
const allowedLicenses = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Unlicense', 'Python-2.0'],
  // ical.js, which reads calendars: only changes to its own files have to be passed on.
  'MPL-2.0',
  // For fonts, which may be passed on with software.
  'OFL-1.1',
  // libvips, with which sharp makes pictures: a shared library, which anyone may replace by another.
  'LGPL-3.0-or-later',
  // DB-IP's data; the README and the admin name them, as it asks for.
  'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
];
/** Their LICENSE is MIT's, and their package.json doesn't say so. */
const withoutLicenseField = ['png-js@2.0.0'];
/**
 * Packages that would run a program while they're installed, and don't (`.npmrc`). msgpackr-extract would compile itself where
 * there is no build of it for the machine; msgpackr then does without. @scarf/scarf, which comes with @nestjs/swagger's pages that we
 * don't serve, would report the installation to its makers.
 */
const withInstallScripts = ['@scarf/scarf', 'msgpackr-extract'];

interface Package {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const installed = Object.entries(packages).flatMap(([path, one]) => {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  return name === undefined || one.link ? [] : [{ name, ...one }];
});

/** Judges an SPDX expression, as far as packages use them: names, AND, OR and brackets around the whole. */
function isAllowed(expression: string): boolean {
  if (allowedLicenses.includes(expression)) return true;
  const choices = expression.replace(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => allowedLicenses.includes(name)));
}

it('has no package under a licence that was not looked at', () => {
  const shipped = installed.filter(({ dev }) => !dev);
  expect(shipped.length).toBeGreaterThan(200);
  const others = shipped.filter(
    ({ name, version, license }) =>
      !isAllowed(license ?? 'none') && !withoutLicenseField.includes(`${name}@${version}`),
  );
  expect(others.map(({ name, version, license }) => `${name}@${version}: ${license}`)).toEqual([]);
});

it.each([
  ['MIT AND ISC', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['none', false],
])('takes %s for allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

it('runs no program of a package that is being installed', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  expect(installed.filter((one) => one.hasInstallScript).map(({ name }) => name)).toEqual(withInstallScripts);
});

it('is built with the Node that .nvmrc names', () => {
  const version = read('.nvmrc').trim();
  for (const file of ['infra/operate/docker/nginx.Dockerfile', 'infra/operate/docker/server.Dockerfile']) {
    const used = [...read(file).matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
    expect(new Set(used)).toEqual(new Set([version]));
  }
});

it('loads nothing of the testing folders, which the image leaves out', () => {
  for (const workspace of ['server', 'api', 'worker']) {
    const index = readFileSync(join(root, workspace, 'src/index.ts'), 'utf8');
    expect(index, workspace).not.toMatch(/from '.*\/testing\//);
  }
});
