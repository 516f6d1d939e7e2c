import { type AnyRoute } from '../route';
import { createErrorResponses } from './error-responses';
import { headerComponents } from './headers';
import { createSchemaWriter, type JsonSchema } from './json-schema';
import { openApiPath, type Operation, operationOf } from './operation';
import { parameterName, responseName, shareParts, splitCommon } from './shared-parts';

/** The parts of an OpenAPI 3.1 document that this project writes (https://spec.openapis.org/oas/v3.1.1). */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  /** Tags of each product, for pages that show them under headings. */
  'x-tagGroups'?: TagGroup[];
  /** Default security of operations. */
  security: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}

/** The operations of a path, with the parameters that they share. */
export type PathItem = { parameters?: unknown[] } & Partial<Record<AnyRoute['method'], Operation>>;

/** Tags under one heading. */
export interface TagGroup {
  name: string;
  tags: string[];
}

/** Title and texts of a document. */
export interface DocumentHead {
  title: string;
  version: string;
  description: string;
  /** Descriptions of tags, by their names; default none. */
  tagTexts?: Readonly<Record<string, string>>;
  tagGroups?: TagGroup[];
}

/** Tags of routes, each once, in their order. */
export function tagsOf(routes: readonly AnyRoute[]): string[] {
  return [...new Set(routes.map(({ tag }) => tag))];
}

/**
 * Writes the OpenAPI document of routes. Paths, parameters, bodies and errors are read from the
 * declarations that the server runs, so that the document cannot differ from the server.
 */
export function createOpenApiDocument(
  routes: readonly AnyRoute[],
  { title, version, description, tagTexts = {}, tagGroups }: DocumentHead,
): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  for (const { family } of routes) Object.assign(schemas, family.openApi.schemas);
  const errorResponses = createErrorResponses();
  const writers = { write: createSchemaWriter(schemas), errorResponses: errorResponses.describe };
  const byPath: Record<string, Record<string, Operation>> = {};
  for (const route of routes)
    (byPath[openApiPath(route.path)] ??= {})[route.method] = operationOf(route, writers);
  const operations = Object.values(byPath).flatMap((path) => Object.values(path));
  const parameters: Record<string, unknown> = {};
  const responses: Record<string, unknown> = {};
  shareParts(
    operations.map(({ parameters: own = [] }) => own),
    { kind: 'parameters', components: parameters, nameOf: parameterName },
  );
  shareParts(
    operations.map((one) => one.responses),
    {
      kind: 'responses',
      components: responses,
      nameOf: (part) => errorResponses.nameOf(part) ?? responseName(part),
    },
  );
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: tagsOf(routes).map((name) => {
      const about = tagTexts[name];
      return about === undefined ? { name } : { name, description: about };
    }),
    ...(tagGroups !== undefined && { 'x-tagGroups': tagGroups }),
    security: [{ key: [] }],
    paths: Object.fromEntries(Object.entries(byPath).map(([path, one]) => [path, pathItemOf(one)])),
    components: {
      schemas,
      responses,
      parameters,
      headers: headerComponents,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of one organization and environment, `svc_<environment>_…`.',
        },
      },
    },
  };
}

/** Moves parameters that all operations of a path share to the path. */
function pathItemOf(methods: Record<string, Operation>): PathItem {
  const operations = Object.values(methods);
  const { common, own } = splitCommon(operations.map(({ parameters = [] }) => parameters));
  for (const [index, operation] of operations.entries()) {
    operation.parameters = own[index]!;
    if (operation.parameters.length === 0) delete operation.parameters;
  }
  return { ...(common.length > 0 && { parameters: common }), ...(methods as PathItem) };
}
