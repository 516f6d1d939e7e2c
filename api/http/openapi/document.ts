import { type AnyRoute } from '../route';
import { errorSchemas, headerComponents } from './error-responses';
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

const description = `Everything is JSON in UTF-8 with snake_case names, times are ISO-8601 in UTC with milliseconds.

Unknown fields of a body are refused with 422 (v3) or 400 (v2), unknown query parameters with 400. Every answer carries
\`X-Request-Id\`. What belongs to another organization or environment is not found, never forbidden.`;

/**
 * Describes every route. Paths, parameters, bodies and errors are read off the declarations that the server runs, so that
 * the two cannot differ.
 */
export function createOpenApiDocument(routes: readonly AnyRoute[], version: string): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { ...errorSchemas };
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
