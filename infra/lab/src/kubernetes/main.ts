import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { settingNames as ofApi } from '@voordeur/api';
import { settingNames as ofWorker } from '@voordeur/worker';
import { root } from '@voordeur/operate/local/settings.js';
import { atMost, printAndCount, type Row } from '../measuring/figures.js';

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
    /** A Service has the labels themselves. */
    selector?: Labels | { matchLabels: Labels };
    podSelector?: { matchLabels?: Labels };
    template?: {
      metadata: { labels: Labels };
      spec: { automountServiceAccountToken?: boolean; containers: Container[] };
    };
    scaleTargetRef?: Named;
  };
}
interface Kustomization {
  resources: string[];
  images: Named[];
  configMapGenerator: (Named & { envs: string[] })[];
  secretGenerator: (Named & { envs: string[] })[];
}
type Model = new (data: Manifest) => { validate: () => void };

/**
 * `make drill NAME=kubernetes`: holds infra/operate/kubernetes to Kubernetes' own schemas, its parts to each other, and what it sets to
 * what the programs read. Ends with `N passed, N failed`.
 */
const folder = join(root, 'infra/operate/kubernetes');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const installed = createRequire(join(root, '.local/kubernetes/'));
const { parse, parseAllDocuments } = installed('yaml') as {
  parse: (text: string) => Kustomization;
  parseAllDocuments: (text: string) => { toJS: () => Manifest }[];
};
const readManifests = (file: string) => parseAllDocuments(read(file)).map((document) => document.toJS());

const { resources, images, configMapGenerator, secretGenerator } = parse(read('kustomization.yaml'));
const manifests = resources.flatMap(readManifests);
const pods = manifests.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
const files = [...configMapGenerator, ...secretGenerator];
/** Settings of each ConfigMap and Secret, by the examples of their files. */
const settingsOf = new Map(
  files.map(({ name, envs }) => [
    name,
    envs.flatMap((file) =>
      Array.from(read(`${file}.example`).matchAll(/^([A-Z_]+)=/gm), ([, one = '']) => one),
    ),
  ]),
);
/** Settings that infra/operate/docker/write-nginx-include.sh reads. */
const ofNginx = ['PUBLIC_URL', 'EDGE_KEY', 'TRUSTED_PROXIES', 'HSTS', 'RATE_LIMIT'];
/** Read by worker/src/platform/config.ts' `loadLogins`. */
const ofMigration = ['API_DATABASE_URL', 'WORKER_DATABASE_URL', 'MONITOR_DATABASE_URL'];

/** A row that names what is wrong. */
function check(what: string, faults: string[]): Row {
  return {
    ...atMost(what, faults.length, 0),
    ...(faults.length > 0 && { more: { wrong: faults.join(', ') } }),
  };
}
const unless = (isGood: boolean, fault: string) => (isGood ? [] : [fault]);
const hasLabels = (labels: Labels, wanted: Labels) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

function checkManifest(manifest: Manifest): Row {
  const { apiVersion, kind, metadata, spec } = manifest;
  const faults: string[] = [];
  // KEDA's kinds aren't Kubernetes' own.
  if (!apiVersion.startsWith('keda.sh/'))
    try {
      const { [kind]: KindModel } = installed(`kubernetes-models/${apiVersion}`) as Record<string, Model>;
      if (KindModel) new KindModel(manifest).validate();
      else faults.push(`${apiVersion} has no ${kind}`);
    } catch (error) {
      faults.push(String(error));
    }
  const scaled = spec?.scaleTargetRef?.name;
  const isDeployed = manifests.some((one) => one.kind === 'Deployment' && one.metadata.name === scaled);
  if (scaled !== undefined && !isDeployed) faults.push(`there is no Deployment ${scaled} to scale`);
  const wanted = (spec?.selector?.matchLabels ?? spec?.selector) as Labels | undefined;
  if (wanted && !pods.some((pod) => hasLabels(pod.metadata.labels, wanted)))
    faults.push(`no pod is ${JSON.stringify(wanted)}`);
  return check(`${kind} ${metadata.name}`, faults);
}

/** Each container reads what it is given, but for shared settings, which not every program reads. */
function checkContainer({ name, image, command = [], envFrom, env = [] }: Container): Row {
  const used = envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name ?? '');
  const secrets = used.filter((one) => one !== 'settings').flatMap((one) => settingsOf.get(one) ?? []);
  const isMigration = command.includes('worker/dist/migrate.js');
  const ofProgram = command.includes('api/dist/main.js') ? ofApi : ofWorker;
  const known = command.length === 0 ? ofNginx : [...ofProgram, ...(isMigration ? ofMigration : [])];
  const unread = [...env.map((one) => one.name), ...secrets].filter((one) => !known.includes(one));
  return check(`container ${name}`, [
    ...unless(
      images.some((one) => one.name === image),
      `${image} isn't in kustomization.yaml`,
    ),
    ...used.filter((one) => !settingsOf.has(one)).map((one) => `there is no ${one}`),
    ...unread.map((one) => `it doesn't read ${one}`),
  ]);
}

/** A pod that is taken over must not reach the cluster's own api, the owner's database, or what a neighbour sends. */
function checkIsolation({ metadata: { labels }, spec }: (typeof pods)[number]): Row {
  const isSelected = manifests.some(
    (one) => one.kind === 'NetworkPolicy' && hasLabels(labels, one.spec?.podSelector?.matchLabels ?? {}),
  );
  const isOwner = spec.containers.some(({ envFrom }) =>
    envFrom.some((one) => one.secretRef?.name === 'owner'),
  );
  return check(`what ${labels['app']} can reach`, [
    ...unless(spec.automountServiceAccountToken === false, 'it holds a token of the cluster'),
    ...unless(isSelected, 'no NetworkPolicy selects it'),
    ...unless(!isOwner || labels['app'] === 'migrate', 'it has the password of the owner'),
  ]);
}

function checkSettings(): Row {
  const used = files.flatMap(({ envs }) => envs.map((file) => `${file}.example`));
  const examples = readdirSync(join(folder, 'settings')).filter((file) => file.endsWith('.example'));
  const known = [...ofApi, ...ofWorker, ...ofNginx];
  const shared = settingsOf.get('shared') ?? [];
  return check('settings', [
    ...examples.filter((file) => !used.includes(`settings/${file}`)).map((file) => `nothing uses ${file}`),
    ...(settingsOf.get('settings') ?? [])
      .filter((one) => !known.includes(one))
      .map((one) => `nothing reads ${one}`),
    ...unless(!shared.includes('DATABASE_URL'), 'all programs share the password of the database'),
    ...unless(
      !/^TRUSTED_PROXIES=./m.test(read('settings/all.env.example')),
      'a guess at the proxies to trust',
    ),
  ]);
}

await printAndCount(() =>
  Promise.resolve([
    ...[...manifests, ...readManifests('keda.yaml')].map(checkManifest),
    ...pods.flatMap(({ spec }) => spec.containers.map(checkContainer)),
    ...pods.map(checkIsolation),
    checkSettings(),
  ]),
);
