import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type OpenApiDocument } from '../../api/http/openapi/document';
import { routeErrorCodes } from '../../api/http/openapi/route-errors';
import { openApiPath } from '../../api/http/openapi/operation';
import { type AnyRoute } from '../../api/http/route';
import { allRoutes } from '../../api/routes';
import { refusalOf } from '../../api/http/family';
import { startApi, type TestApi } from '../setup/api';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  security: unknown[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      headers: Record<string, unknown>;
      content?: Record<string, { schema?: Schema }>;
      'x-retryable'?: Record<string, boolean>;
    }
  >;
}
interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  [keyword: string]: unknown;
}

let api: TestApi;
let document: OpenApiDocument;
let routes: AnyRoute[];
beforeAll(async () => {
  api = await startApi();
  routes = allRoutes(api.deps);
  document = (await api.request<OpenApiDocument>('/openapi.json')).body;
});
afterAll(() => api.close());

const operation = (route: AnyRoute) =>
  document.paths[openApiPath(route.path)]?.[route.method] as unknown as Operation;

/** Every schema inside a value, with references followed once. */
function* schemasIn(value: unknown, seen = new Set<unknown>()): Generator<Schema> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const schema = value as Schema;
  if (schema.$ref !== undefined)
    yield* schemasIn(document.components.schemas![schema.$ref.split('/').pop()!], seen);
  if (schema.type === 'object') yield schema;
  for (const inner of Object.values(schema)) yield* schemasIn(inner, seen);
}

it('is valid OpenAPI 3.1', () => {
  const validator = path.join(__dirname, '../setup/validate-openapi.mjs');
  expect(
    execFileSync(process.execPath, [validator], { input: JSON.stringify(document), encoding: 'utf8' }),
  ).toBe('valid OpenAPI 3.1\n');
});

it('has every declared route, and no other', () => {
  const declared = routes.map((route) => `${route.method} ${openApiPath(route.path)}`);
  const described = Object.entries(document.paths).flatMap(([at, operations]) =>
    Object.keys(operations).map((method) => `${method} ${at}`),
  );
  expect(described.sort()).toEqual(declared.sort());
});

it('calls every operation by a name of its own', () => {
  const names = routes.map((route) => operation(route).operationId);
  expect(new Set(names).size).toBe(names.length);
});

it('lists each code that a route can answer, under its status, and only codes that exist', () => {
  for (const route of routes) {
    const described = Object.entries(operation(route).responses).flatMap(([status, response]) => {
      const refusal = (response.content?.['application/json']?.schema?.allOf as Schema[] | undefined)?.[1];
      return ((refusal?.properties?.error?.enum ?? []) as string[]).map((code) => `${status} ${code}`);
    });
    const declared = routeErrorCodes(route).map((name) => {
      const { status, code } = refusalOf(route.family, { code: name, extra: {} });
      return `${status} ${code}`;
    });
    expect(described.sort()).toEqual(declared.sort());
  }
});

it('says of each code whether another try may succeed', () => {
  for (const route of routes) {
    const described = Object.values(operation(route).responses).flatMap((response) =>
      Object.entries(response['x-retryable'] ?? {}),
    );
    const declared = routeErrorCodes(route).map((name) => {
      const { code, retryable } = refusalOf(route.family, { code: name, extra: {} });
      return [code, retryable];
    });
    expect(described.sort()).toEqual(declared.sort());
  }
});

it('tells where a key is needed, and every answer names X-Request-Id', () => {
  for (const route of routes) {
    const { security, responses } = operation(route);
    expect(security).toEqual(route.access === 'public' ? [] : [{ key: [] }]);
    expect('401' in responses).toBe(route.access !== 'public');
    for (const response of Object.values(responses))
      expect(Object.keys(response.headers)).toContain('X-Request-Id');
  }
});

it('offers Idempotency-Key where it is taken, with the codes that come with it', () => {
  const taking = routes.filter((route) => route.idempotent !== undefined);
  expect(taking.length).toBeGreaterThan(0);
  for (const route of routes) {
    const names = operation(route).parameters.map(({ name }) => name);
    expect(names.includes('Idempotency-Key')).toBe(route.idempotent !== undefined);
    expect(routeErrorCodes(route).includes('idempotency_in_progress')).toBe(route.idempotent !== undefined);
  }
});

it('names every parameter of a path', () => {
  for (const route of routes) {
    const inPath = [...openApiPath(route.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation(route).parameters.filter((parameter) => parameter.in === 'path');
    expect(described.map(({ name, required }) => [name, required])).toEqual(
      inPath.map((name) => [name, true]),
    );
  }
});

it('takes no unknown field, at any depth of a JSON body', () => {
  for (const route of routes) {
    const body = operation(route).requestBody?.content['application/json'];
    for (const schema of schemasIn(body)) {
      if (schema.properties !== undefined)
        expect([route.operationId, schema.additionalProperties]).toEqual([route.operationId, false]);
    }
  }
});

it.each([
  ['queryCollection', 'filter'],
  ['queryCollectionV2', 'metadata_filter'],
])('says of %s that its filter may be null', (operationId, field) => {
  const route = routes.find((one) => one.operationId === operationId)!;
  const body = operation(route).requestBody!.content['application/json']!.schema;
  expect(body.properties![field]!.type).toEqual(['object', 'null']);
});

it('has no list whose items differ by place, which not every tool can read', () => {
  expect(JSON.stringify(document)).not.toContain('"prefixItems"');
});
