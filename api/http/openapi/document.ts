import { type AnyRoute } from '../route';
import { headerComponents } from './error-responses';
import { createSchemaWriter, type JsonSchema } from './json-schema';
import { openApiPath, operationOf } from './operation';

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
  tags: { name: string }[];
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: Record<string, Record<string, unknown>>;
}

/**
 * Writes the OpenAPI document of all routes. Paths, parameters, bodies and errors are read from the
 * declarations that the server runs, so that the document cannot differ from the server.
 */
export function createOpenApiDocument(
  routes: readonly AnyRoute[],
  { version, description }: { version: string; description: string },
): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  for (const { family } of routes) Object.assign(schemas, family.openApi.schemas);
  const write = createSchemaWriter(schemas);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const operations = (paths[openApiPath(route.path)] ??= {});
    operations[route.method] = operationOf(route, write);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sheaf', version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
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
