import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type ManifestTools } from '../../embedded/kubernetes/manifest-tools';

/** Folder of the manifests. */
export const manifestFolder = path.join(__dirname, '../../deploy/kubernetes');
/** Files of secrets of an overlay, made from examples. */
export const secretFiles = ['secrets.env', 'file-secrets.env', 'search-secrets.env'];
/** The script of the docs that begins an overlay. */
const copyOverlay = path.join(__dirname, '../../examples/kubernetes/copy-overlay.sh');

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

/** A container as far as the tests look at it. */
export interface Container {
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
export interface Resource {
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
export function renderExample({ kustomize }: ManifestTools, fill: Record<string, string>): string {
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
export function resourcesOf(rendered: string): Resource[] {
  return parseAllDocuments(rendered).map((document) => document.toJS() as Resource);
}
