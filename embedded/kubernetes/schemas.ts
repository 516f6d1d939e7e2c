import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedFailure } from '../failure';
import { type ToolContext, runTool } from '../processes/run-tool';
import { readPins } from '../tools/pins';

/** Pin list of the module that Kubernetes is released as. */
export const schemaPins = 'kubernetes.sum';

interface Schema {
  type?: string | string[];
  properties?: object;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/** What the API takes in two types; its description names one. */
const twoTypes: Record<string, string[]> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['string', 'integer'],
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['string', 'number'],
};

/**
 * Writes a JSON schema for each kind of resource into `folder`, from the description that a release of
 * Kubernetes has of its API: `deployment-apps-v1.json`, `service-v1.json`. A member that the API does not know
 * is an error.
 */
export async function buildSchemas(folder: string, tools: ToolContext): Promise<void> {
  const [name = '', version = '', pinned] = readPins(schemaPins)[0] ?? [];
  const answer = await runTool('go', ['mod', 'download', '-json', `${name}@${version}`], tools);
  const { Dir: module, Sum: sum } = JSON.parse(answer) as { Dir: string; Sum: string };
  if (sum !== pinned)
    throw new EmbeddedFailure(`${name} ${version} has another checksum than the pinned one.`);
  const text = await readFile(path.join(module, 'api', 'openapi-spec', 'swagger.json'), 'utf8');
  const { definitions } = JSON.parse(text) as { definitions: Record<string, Schema> };
  await mkdir(folder);
  for (const [id, schema] of Object.entries(definitions)) {
    const type = twoTypes[id];
    if (type !== undefined) schema.type = type;
    if (schema.properties !== undefined) schema.additionalProperties ??= false;
    for (const resource of schema['x-kubernetes-group-version-kind'] ?? [])
      await writeJson(path.join(folder, fileOf(resource)), { $ref: `definitions.json#/definitions/${id}` });
  }
  await writeJson(path.join(folder, 'definitions.json'), { definitions });
}

/** The name under which kubeconform looks for the schema of a resource. */
function fileOf({ group, version, kind }: { group: string; version: string; kind: string }): string {
  const [firstOfGroup = ''] = group.split('.');
  return `${[kind.toLowerCase(), firstOfGroup, version].filter((part) => part !== '').join('-')}.json`;
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, JSON.stringify(value));
}
