import { type z } from 'zod';
import { accessRule } from '../authenticate';
import { type AnyRoute } from '../route';
import { type ErrorResponses } from './error-responses';
import { headerRef, idempotencyParameter } from './headers';
import { type JsonSchema, type SchemaWriter } from './json-schema';
import { takesJson } from './route-errors';

const noSchema: JsonSchema = {};
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** An operation of the document. */
export interface Operation {
  operationId: string;
  parameters?: unknown[];
  responses: Record<string, unknown>;
  [member: string]: unknown;
}

/** Writers that collect shared parts of the document. */
export interface Writers {
  write: SchemaWriter;
  errorResponses: ErrorResponses['describe'];
}

/** A path in the syntax of OpenAPI: `/v3/jobs/:id` and `/b/*key` become `/v3/jobs/{id}` and `/b/{key}`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/[:*](\w+)/g, '{$1}');
}

/** The OpenAPI operation of a route. */
export function operationOf(route: AnyRoute, { write, errorResponses }: Writers): Operation {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: withPermission(route),
    ...(route.access === 'public' && { security: [] }),
    parameters: [
      ...parametersOf('path', route, write),
      ...parametersOf('query', route, write),
      ...(route.idempotent === undefined ? [] : [idempotencyParameter]),
      ...auditParameters(route),
    ],
    ...requestBodyOf(route, write),
    responses: { ...errorResponses(route), ...successResponses(route, write) },
  };
}

function withPermission(route: AnyRoute): string {
  const { description } = route;
  const rule = accessRule(route);
  if (rule === null) return description;
  const permissions = alternatives.format(rule.named.map((name) => `\`${name}\``));
  return [description, `Permission: ${permissions}.`].filter((text) => text !== '').join('\n\n');
}

function parametersOf(part: 'path' | 'query', route: AnyRoute, write: SchemaWriter): unknown[] {
  const schema = part === 'path' ? route.params : route.query;
  const named = [...route.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
  const shape = (schema as z.ZodObject | undefined)?.shape ?? {};
  const names = part === 'path' ? named : Object.keys(shape);
  const { properties = {}, required = [] } = schema === undefined ? noSchema : write(schema, 'input');
  return names.map((name) => {
    const { description, ...rest } = properties[name] ?? { type: 'string' };
    return {
      name,
      in: part,
      ...((part === 'path' || required.includes(name)) && { required: true }),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function auditParameters({ action, family }: AnyRoute): readonly unknown[] {
  return action === undefined ? [] : (family.openApi.audited?.(action).parameters ?? []);
}

function requestBodyOf(route: AnyRoute, write: SchemaWriter): { requestBody?: unknown } {
  const types: Record<string, z.ZodType> = takesJson(route)
    ? { 'application/json': route.body as z.ZodType }
    : (route.requestContentTypes ?? {});
  const content = Object.entries(types).map(
    ([type, schema]) => [type, { schema: write(schema, 'input') }] as const,
  );
  if (content.length === 0) return {};
  return { requestBody: { required: route.bodyOptional !== true, content: Object.fromEntries(content) } };
}

function successResponses(route: AnyRoute, write: SchemaWriter): Record<string, unknown> {
  const entries = Object.entries(route.responses).map(
    ([status, { description, schema, contentType, otherContents = {}, headers = {} }]) => {
      const own = Object.entries(headers).map(([name, text]): [string, unknown] => [
        name,
        { description: text, schema: { type: 'string' } },
      ]);
      const replayed: [string, unknown][] =
        route.idempotent === undefined ? [] : [['Idempotent-Replayed', headerRef('Replayed')]];
      const named = [...replayed, ...own];
      const content = {
        [contentType ?? 'application/json']: schema === undefined ? {} : { schema: write(schema, 'output') },
        ...Object.fromEntries(
          Object.entries(otherContents).map(([type, other]) => [type, { schema: write(other, 'output') }]),
        ),
      };
      const response = {
        description,
        ...(named.length > 0 && { headers: Object.fromEntries(named) as unknown }),
        ...(schema === undefined && contentType === undefined ? {} : { content }),
      };
      return [status, response] as const;
    },
  );
  return Object.fromEntries(entries);
}
