import { spawnSync, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { parseAllDocuments } from 'yaml';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { type ManifestTools, obtainManifestTools } from '../../embedded/kubernetes/manifest-tools';
import { readConfig } from '../../src/config';
import { configSchema } from '../../src/config-schema';
import { WORKER_QUEUES } from '../../src/domain/platform/task-queues';
import { obtainTimeoutMs } from '../setup/embedding-model';

/** Folder of the manifests. */
const manifestFolder = path.join(__dirname, '../../deploy/kubernetes');
/** Files of secrets of an overlay, made from examples. */
const secretFiles = ['secrets.env', 'file-secrets.env', 'search-secrets.env'];
/** The script of the docs that begins an overlay. */
const copyOverlay = path.join(__dirname, '../../examples/kubernetes/copy-overlay.sh');

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

/** A container as far as the tests look at it. */
interface Container {
  name: string;
  image: string;
  command: string[];
  env?: { name: string; value: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  resources: { requests: { cpu: string; memory: string }; limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  lifecycle?: { preStop: { exec: { command: string[] } } };
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
}

/** A resource as far as the tests look at it. */
interface Resource {
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    minReplicas?: number;
    maxUnavailable?: number;
    scaleTargetRef?: { name: string };
    selector: { matchLabels: Record<string, string> };
    podSelector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string>; annotations: Record<string, string> };
      spec: {
        containers: [Container];
        securityContext: object;
        volumes: { name: string; emptyDir?: object }[];
        automountServiceAccountToken: boolean;
        terminationGracePeriodSeconds: number;
      };
    };
  };
}

/**
 * A copy of the example overlay, made as the docs say, with its secrets filled in, rendered.
 *
 * @param fill variables of the files of secrets that get a value
 */
function renderExample({ kustomize }: ManifestTools, fill: Record<string, string>): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'sheaf-manifests-'));
  try {
    cpSync(manifestFolder, path.join(copy, 'deploy', 'kubernetes'), { recursive: true });
    execFileSync('bash', ['-euo', 'pipefail', copyOverlay], { cwd: copy });
    const overlay = path.join(copy, 'deploy', 'kubernetes', 'overlays', 'mine');
    for (const name of secretFiles) {
      const secrets = path.join(overlay, name);
      const lines = readFileSync(secrets, 'utf8')
        .split('\n')
        .map((line) => {
          const [variable = ''] = line.split('=');
          return variable in fill ? `${variable}=${fill[variable]!}` : line;
        });
      writeFileSync(secrets, lines.join('\n'));
    }
    return execFileSync(kustomize, ['build', overlay], { encoding: 'utf8' });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The resources of rendered manifests. */
function resourcesOf(rendered: string): Resource[] {
  return parseAllDocuments(rendered).map((document) => document.toJS() as Resource);
}

const root = path.join(__dirname, '../..');
const signingKey = Buffer.alloc(32).toString('base64');
/** What a worker does after its drain until it ends. */
const forcedStopMs = 5_000;
const slotBytes = 700 * 2 ** 20;
const processBytes = 512 * 2 ** 20;

let tools: ManifestTools;
let rendered: string;
let resources: Resource[];
beforeAll(async () => {
  const { signal } = new AbortController();
  tools = await obtainManifestTools({ cache: cacheFolder(), report: () => undefined, signal });
  rendered = renderExample(tools, { SIGNING_KEY: signingKey });
  resources = resourcesOf(rendered);
}, obtainTimeoutMs);

const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
const containerOf = ({ spec }: Resource): Container => spec.template.spec.containers[0];
const named = (kind: string, name: string) => ofKind(kind).find(({ metadata }) => metadata.name === name)!;

/** The environment that a pod of a deployment gets. */
function environmentOf(deployment: Resource): Record<string, string> {
  const { envFrom, env = [] } = containerOf(deployment);
  const groups = envFrom.map(({ configMapRef, secretRef }) => {
    if (configMapRef !== undefined) return named('ConfigMap', configMapRef.name).data!;
    const { data = {} } = named('Secret', secretRef!.name);
    const texts = Object.entries(data).map(([name, text]) => [name, Buffer.from(text, 'base64').toString()]);
    return Object.fromEntries(texts) as Record<string, string>;
  });
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return Object.assign({}, ...groups, own) as Record<string, string>;
}

function check(manifests: string): string {
  const args = ['-strict', '-summary', '-schema-location', tools.schemas, '-'];
  return spawnSync(tools.kubeconform, args, { input: manifests, encoding: 'utf8' }).stdout;
}

test('Kubernetes takes every resource of the example as it is', () => {
  expect(check(rendered)).toContain(
    `Summary: ${resources.length} resources found parsing stdin - Valid: ${resources.length}, `,
  );
});

test('the check finds a member that Kubernetes does not know, and a value of another type', () => {
  expect(check(rendered.replace('maxUnavailable: 1', 'maxUnavailabel: 1'))).toContain('Invalid: 1,');
  expect(check(rendered.replace('containerPort: 8080', 'containerPort: http'))).toContain('Invalid: 1,');
});

test('each program gets a configuration that it starts with, of variables that exist', () => {
  for (const deployment of ofKind('Deployment')) {
    const environment = environmentOf(deployment);
    expect(Object.keys(environment).filter((name) => !(name in configSchema.shape))).toEqual([]);
    const config = readConfig(environment);
    expect(config).toMatchObject({ SIGNING_KEY: signingKey, BLOB_DRIVER: 's3', HOST: '0.0.0.0' });
    const { MONGODB_URL, ELASTICSEARCH_URL, TEMPORAL_ADDRESS, PUBLIC_URL } = config;
    const searchAddresses = 'ELASTICSEARCH_URL' in environment ? ELASTICSEARCH_URL : [];
    for (const address of [MONGODB_URL, ...searchAddresses, TEMPORAL_ADDRESS, PUBLIC_URL])
      expect(address).not.toMatch(/localhost|127\.0\.0\.1/);
  }
});

const everyProgram = ['sheaf-api', 'sheaf-worker', 'sheaf-worker-parse', 'sheaf-worker-webhook'];
const searching = ['sheaf-api', 'sheaf-worker'];
const handlingFiles = [...searching, 'sheaf-worker-parse'];

test.each([
  { secret: 'SIGNING_KEY', programs: everyProgram },
  { secret: 'MONGODB_URL', programs: everyProgram },
  { secret: 'S3_ACCESS_KEY_ID', programs: handlingFiles },
  { secret: 'S3_SECRET_ACCESS_KEY', programs: handlingFiles },
  { secret: 'ELASTICSEARCH_URL', programs: searching },
  { secret: 'ELASTICSEARCH_API_KEY', programs: searching },
])('$secret is given to the programs that use it, and to no other', ({ secret, programs }) => {
  const given = ofKind('Deployment').filter((deployment) => secret in environmentOf(deployment));
  expect(given.map(({ metadata }) => metadata.name)).toEqual(programs);
});

test('each variable that the manifests set is one of .env.example or docker-compose.yml', () => {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8');
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const used = ofKind('Deployment').flatMap((deployment) => Object.keys(environmentOf(deployment)));
  for (const name of new Set(used))
    expect(`${example}\n${compose}`).toMatch(new RegExp(`^ *#?${name}[=:]`, 'm'));
});

test('every task queue has workers, and one deployment that serves it', () => {
  const served = ofKind('Deployment').flatMap((deployment) => {
    const { command } = containerOf(deployment);
    const at = command.indexOf('--queues');
    return at === -1 ? [] : command[at + 1]!.split(',');
  });
  expect(served.sort()).toEqual(Object.keys(WORKER_QUEUES).sort());
});

test('pods run programs of the image in the version of package.json, without rights or a writable root', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const deployment of ofKind('Deployment')) {
    const { spec } = deployment.spec.template;
    const { image, command, securityContext, volumeMounts } = containerOf(deployment);
    expect(image.endsWith(`/sheaf:${version}`)).toBe(true);
    const [node, program] = command;
    expect(node).toBe('node');
    expect(existsSync(path.join(root, program!.replace(/^dist/, '').replace(/js$/, 'ts')))).toBe(true);
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const writable = volumeMounts.map(({ name, mountPath }) => {
      expect(spec.volumes.find((volume) => volume.name === name)).toHaveProperty('emptyDir');
      return mountPath;
    });
    expect(writable).toEqual(expect.arrayContaining([environmentOf(deployment).DATA_DIR, '/tmp']));
  }
});

test('probes, services and scrapes meet the ports that the programs open', () => {
  for (const deployment of ofKind('Deployment')) {
    const config = readConfig(environmentOf(deployment));
    const container = containerOf(deployment);
    const isApi = container.command[1] === 'dist/src/api.js';
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toEqual(
      isApi
        ? { http: config.PORT, metrics: config.METRICS_PORT }
        : { metrics: config.WORKER_METRICS_PORT, 'sdk-metrics': config.TEMPORAL_METRICS_PORT },
    );
    const { annotations } = deployment.spec.template.metadata;
    expect(annotations['prometheus.io/port']).toBe(String(ports.metrics));
    const probed = isApi ? 'http' : 'metrics';
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: probed });
    for (const probe of [container.startupProbe, container.readinessProbe])
      expect(probe.httpGet).toEqual({ path: '/health/ready', port: probed });
  }
});

test('a pod that is asked to stop has the time that its program takes', () => {
  for (const deployment of ofKind('Deployment')) {
    const { DRAIN_TIMEOUT_MS } = readConfig(environmentOf(deployment));
    const [, pause = '0'] = containerOf(deployment).lifecycle?.preStop.exec.command ?? [];
    const { terminationGracePeriodSeconds: grace } = deployment.spec.template.spec;
    expect(grace * 1_000).toBeGreaterThan(Number(pause) * 1_000 + DRAIN_TIMEOUT_MS + forcedStopMs);
  }
});

test('a worker that parses has the cores and the memory that its slots take', () => {
  const deployment = ofKind('Deployment').find(({ metadata }) => metadata.name === 'sheaf-worker-parse')!;
  const { WORKER_PARSE_SLOTS, WORKER_QUICK_PARSE_SLOTS } = readConfig(environmentOf(deployment));
  const slots = WORKER_PARSE_SLOTS + WORKER_QUICK_PARSE_SLOTS;
  const { requests, limits } = containerOf(deployment).resources;
  expect(Number(requests.cpu)).toBe(slots);
  const [, gibibytes] = /^(\d+)Gi$/.exec(limits.memory)!;
  expect(Number(gibibytes) * 2 ** 30).toBeGreaterThanOrEqual(slots * slotBytes + processBytes);
});

test('of each program at least two pods run, of which one at a time makes way', () => {
  const scaled = new Map(
    ofKind('HorizontalPodAutoscaler').map(({ spec }) => [spec.scaleTargetRef!.name, spec]),
  );
  for (const { metadata, spec } of ofKind('Deployment')) {
    expect(spec.replicas ?? scaled.get(metadata.name)?.minReplicas).toBeGreaterThanOrEqual(2);
    // Otherwise every `kubectl apply` would undo what the autoscaler has decided.
    expect(spec.replicas === undefined).toBe(scaled.has(metadata.name));
    const budgets = ofKind('PodDisruptionBudget').filter(({ spec: { selector } }) =>
      Object.entries(selector.matchLabels).every(
        ([name, value]) => spec.template.metadata.labels[name] === value,
      ),
    );
    expect(budgets.map((budget) => budget.spec.maxUnavailable)).toEqual([1]);
  }
});

test('policies of the network hold for the pods of every program', () => {
  const selected = ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels);
  for (const { spec } of ofKind('Deployment')) {
    const { labels } = spec.template.metadata;
    const meant = selected.filter((wanted) =>
      Object.entries(wanted).every(([name, value]) => labels[name] === value),
    );
    expect(meant.length).toBe(labels['app.kubernetes.io/component'] === 'api' ? 3 : 2);
  }
});

test('no secret is checked in', () => {
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain('deploy/kubernetes/**/*secrets.env');
  for (const file of secretFiles) {
    const example = readFileSync(path.join(manifestFolder, 'overlays/example', `${file}.example`), 'utf8');
    expect(example).not.toMatch(/^\w*(?:KEY|KEY_ID)=./m);
  }
});
