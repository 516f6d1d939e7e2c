import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { type GoProgram, installGoProgram, requireGo } from '../tools/go';
import { fingerprint, pinFile } from '../tools/pins';
import { buildSchemas, schemaPins } from './schemas';

const programs = {
  kustomize: { package: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1', pins: 'kustomize.sum' },
  kubeconform: {
    package: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0',
    pins: 'kubeconform.sum',
  },
} satisfies Record<string, GoProgram>;

/** Programs that render and check the manifests of deploy/kubernetes. */
export interface ManifestTools {
  /** Path of `kustomize`. */
  kustomize: string;
  /** Path of `kubeconform`. */
  kubeconform: string;
  /** Where kubeconform finds the schema of a resource: its option `-schema-location`. */
  schemas: string;
}

/** Obtains the programs and schemas from Go's module proxy, once for a machine: some 30 MB and ten seconds. */
export async function obtainManifestTools(context: ObtainContext): Promise<ManifestTools> {
  const folder = await obtain(context, {
    name: `manifest-tools-1-${process.platform}-${process.arch}-${fingerprint(pinFiles())}`,
    title: 'Tools for Kubernetes manifests (go)',
    build: async (draft, tools) => {
      requireGo({ server: 'A tool for Kubernetes manifests', prerequisite: 'Go 1.25 or newer' });
      await installGoProgram(programs.kustomize, draft, tools);
      await installGoProgram(programs.kubeconform, draft, tools);
      await buildSchemas(path.join(draft, 'schemas'), tools);
    },
  });
  return {
    kustomize: path.join(folder, 'kustomize'),
    kubeconform: path.join(folder, 'kubeconform'),
    schemas: path.join(folder, 'schemas', '{{ .ResourceKind }}{{ .KindSuffix }}.json'),
  };
}

function pinFiles(): string[] {
  return [programs.kustomize.pins, programs.kubeconform.pins, schemaPins].map(pinFile);
}
