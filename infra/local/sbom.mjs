// make sbom: every package that is shipped, with its version, licence and checksum, as CycloneDX in the
// file that is named. It's made of the lockfile; what only builds or tests use isn't in it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
// Not with --omit=dev, which leaves out what another workspace needs for its tests too, fastify for example.
const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const sbom = JSON.parse(execFileSync('npm', ['sbom', ...options], { encoding: 'utf8', maxBuffer: 1e8 }));

const isForDevelopment = ({ properties }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
sbom.components = sbom.components.filter((component) => !isForDevelopment(component));
const shipped = new Set(
  [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']),
);
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));
// npm calls it and its workspaces by their folders.
for (const component of [sbom.metadata.component, ...sbom.components])
  component.name = decodeURIComponent(component.purl.slice('pkg:npm/'.length).replace(/@[^@]*$/, ''));

writeFileSync(file, `${JSON.stringify(sbom, null, 1)}\n`);
console.log(`${file}: ${sbom.components.length} packages`);
