import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { settingNames as ofApi } from '@voordeur/api';
import { settingNames as ofWorker } from '@voordeur/worker';
import { root } from '@voordeur/operate/local/settings.js';

interface Named {
  name: string;
}
interface Container extends Named {
  image: string;
  command?: string[];
  envFrom: { configMapRef?: Named; secretRef?: Named }[];
  env?: Named[];
}
type Labels = Record<string, string>;
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Named;
  spec?: {
    selector?: Labels | { matchLabels: Labels };
    podSelector?: { matchLabels?: Labels };
    template?: {
      metadata: { labels: Labels };
      spec: { automountServiceAccountToken?: boolean; containers: Container[] };
    };
    scaleTargetRef?: Named;
  };
}
type Generator = Named & { envs: string[] };
interface Kustomization {
  resources: string[];
  images: Named[];
  configMapGenerator: Generator[];
  secretGenerator: Generator[];
}
interface Model {
  validate: () => void;
}

/**
 * `make drill NAME=kubernetes`: holds infra/operate/kubernetes to Kubernetes' own schemas, its parts to each other, and what it sets to
 * what the programs read. Ends with `N passed, N failed`.
 */
const folder = join(root, 'infra/operate/kubernetes');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const installed = createRequire(join(root, '.local/kubernetes/'));
const { parse, parseAllDocuments } = installed('yaml') as {
  parse: (text: string) => unknown;
  parseAllDocuments: (text: string) => { toJS: () => Manifest }[];
};
const readManifests = (file: string) => parseAllDocuments(read(file)).map((document) => document.toJS());

const { resources, images, configMapGenerator, secretGenerator } = parse(
  read('kustomization.yaml'),
) as Kustomization;
const generators = [...configMapGenerator, ...secretGenerator];
const manifests = resources.flatMap(readManifests);
const pods = manifests.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
/** The settings of a ConfigMap or Secret, by its name. */
const settingsOf = new Map(generators.map(({ name, envs }) => [name, envs.flatMap(settingsIn)]));
/** Settings that infra/operate/docker/write-nginx-include.sh reads. */
const ofNginx = ['PUBLIC_URL', 'EDGE_KEY', 'TRUSTED_PROXIES', 'HSTS', 'RATE_LIMIT'];

/** Read by worker/src/platform/config.ts' `loadLogins`. */
const ofMigration = ['API_DATABASE_URL', 'WORKER_DATABASE_URL', 'MONITOR_DATABASE_URL'];

let passed = 0;
let failed = 0;
function check(what: string, faults: string[]): void {
  if (faults.length === 0) passed += 1;
  else {
    failed += 1;
    process.stdout.write(`✗ ${what}: ${faults.join(', ')}\n`);
  }
}

for (const manifest of [...manifests, ...readManifests('keda.yaml')]) checkManifest(manifest);
for (const { spec } of pods) for (const container of spec.containers) checkContainer(container);
checkExamples();
checkIsolation();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function checkManifest(manifest: Manifest): void {
  const { apiVersion, kind, metadata, spec } = manifest;
  const what = `${kind} ${metadata.name}`;
  // KEDA's kinds aren't Kubernetes' own.
  if (!apiVersion.startsWith('keda.sh/')) check(what, faultsBySchema(manifest));
  const scaled = spec?.scaleTargetRef?.name;
  if (scaled !== undefined) {
    const isHere = manifests.some((one) => one.kind === 'Deployment' && one.metadata.name === scaled);
    check(`what ${what} scales`, isHere ? [] : [`there is no Deployment ${scaled}`]);
  }
  if (spec?.selector) {
    const { selector } = spec;
    // A Service has the labels themselves.
    const { matchLabels } = selector;
    const labels = typeof matchLabels === 'object' ? matchLabels : selector;
    const isFound = pods.some(({ metadata: pod }) =>
      Object.entries(labels).every(([name, value]) => pod.labels[name] === value),
    );
    check(`what ${what} selects`, isFound ? [] : [`no pod is ${JSON.stringify(labels)}`]);
  }
}

function faultsBySchema(manifest: Manifest): string[] {
  try {
    const models = installed(`kubernetes-models/${manifest.apiVersion}`) as Record<
      string,
      new (data: Manifest) => Model
    >;
    const { [manifest.kind]: KindModel } = models;
    if (!KindModel) return [`${manifest.apiVersion} has no ${manifest.kind}`];
    new KindModel(manifest).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function checkContainer({ name, image, command, envFrom, env = [] }: Container): void {
  check(
    `the image of ${name}`,
    images.some((one) => one.name === image) ? [] : [`${image} isn't in kustomization.yaml`],
  );
  const used = envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name ?? '');
  const known = readBy(command);
  // Not every program reads every shared setting.
  const secrets = used
    .filter((source) => source !== 'settings')
    .flatMap((source) => settingsOf.get(source) ?? []);
  const given = [...env.map((one) => one.name), ...secrets];
  check(
    `what ${name} is given`,
    used.filter((source) => !settingsOf.has(source)).map((source) => `there is no ${source}`),
  );
  check(
    `what ${name} reads`,
    given.filter((one) => !known.includes(one)).map((one) => `it doesn't read ${one}`),
  );
}

function readBy(command?: string[]): string[] {
  if (!command) return ofNginx;
  if (command.includes('worker/dist/migrate.js')) return [...ofWorker, ...ofMigration];
  return command.includes('api/dist/main.js') ? ofApi : ofWorker;
}

function checkExamples(): void {
  const files = generators.flatMap(({ envs }) => envs);
  const examples = readdirSync(join(folder, 'settings')).filter((file) => file.endsWith('.example'));
  const unused = examples.filter((file) => !files.includes(`settings/${file.replace('.example', '')}`));
  check('examples that nothing uses', unused);
  const known = [...ofApi, ...ofWorker, ...ofNginx];
  check(
    'settings that nothing reads',
    (settingsOf.get('settings') ?? []).filter((name) => !known.includes(name)),
  );
}

/** Targets of a pod that is taken over: the cluster's own api, the owner's database, what any neighbour sends. */
function checkIsolation(): void {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const isSelected = (labels: Labels) =>
    policies.some(({ spec }) =>
      Object.entries(spec?.podSelector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value),
    );
  for (const { metadata, spec } of pods) {
    const name = metadata.labels['app'] ?? '';
    const owners = spec.containers.filter(({ envFrom }) =>
      envFrom.some((one) => one.secretRef?.name === 'owner'),
    );
    check(`what ${name} can reach`, [
      ...(spec.automountServiceAccountToken === false ? [] : ['it holds a token of the cluster']),
      ...(isSelected(metadata.labels) ? [] : ['no NetworkPolicy selects it']),
      ...(owners.length > 0 && name !== 'migrate' ? ['it has the password of the owner'] : []),
    ]);
  }
  const isShared = settingsOf.get('shared')?.includes('DATABASE_URL') ?? false;
  check('what all programs share', isShared ? ['the password of the database'] : []);
  const isGuessed = /^TRUSTED_PROXIES=./m.test(read('settings/all.env.example'));
  check('the proxies that are believed', isGuessed ? ['a guess'] : []);
}

/** Settings allowed in a file, by its example. */
function settingsIn(file: string): string[] {
  return Array.from(read(`${file}.example`).matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name);
}
