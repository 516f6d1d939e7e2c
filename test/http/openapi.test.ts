import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type OpenApiDocument } from '../../api/http/openapi/document';
import { routeErrorCodes } from '../../api/http/openapi/route-errors';
import { openApiPath } from '../../api/http/openapi/operation';
import { type AnyRoute } from '../../api/http/route';
import { allRoutes } from '../../api/routes';
import { refusalOf } from '../../api/http/family';
import { documentedFilter } from '../../api/documents/documents/metadata-filter-schema';
import { parseMetadataFilter } from '../../src/retrieval';
import { startApi, type TestApi } from '../setup/api';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Answer {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;
  'x-retryable'?: string[];
}
interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
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

/** A part of the document; a reference is followed. */
function resolved(part: unknown): unknown {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part;
  const [, , section, name] = $ref.split('/');
  return document.components[section!]![name!];
}

/** The operation of a route, with its parameters and answers in place of references. */
function operation(route: AnyRoute) {
  const { parameters: shared = [], ...operations } = document.paths[openApiPath(route.path)]!;
  const { operationId, parameters = [], responses, security, requestBody } = operations[route.method]!;
  return {
    operationId,
    security: security ?? document.security,
    body: (requestBody as Answer | undefined)?.content?.['application/json'],
    parameters: [...shared, ...parameters].map((one) => resolved(one) as Parameter),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, resolved(one) as Answer]),
    ),
  };
}

/** Error codes of an answer: each begins a paragraph. */
const codesOf = ({ description }: Answer): string[] =>
  [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code!);

/** Every schema inside a value, with references followed once. */
function* schemasIn(value: unknown, seen = new Set<unknown>()): Generator<Schema> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const schema = value as Schema;
  if (schema.$ref !== undefined) yield* schemasIn(resolved(schema), seen);
  yield schema;
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
  const described = Object.entries(document.paths).flatMap(([at, item]) =>
    Object.keys(item)
      .filter((member) => member !== 'parameters')
      .map((method) => `${method} ${at}`),
  );
  expect(described.sort()).toEqual(declared.sort());
});

it('calls every operation by a name of its own', () => {
  const names = routes.map((route) => operation(route).operationId);
  expect(new Set(names).size).toBe(names.length);
});

it('lists each code that a route can answer, under its status or as a general one', () => {
  const general = ['400', '401', '403', '408', '409', '413', '415', '422', '429', '500', '503', '504'];
  for (const route of routes) {
    const { default: rest, ...own } = operation(route).responses;
    const described = Object.entries(own).flatMap(([status, answer]) =>
      codesOf(answer).map((code) => `${status} ${code}`),
    );
    const declared = routeErrorCodes(route).map((name) => {
      const { status, code } = refusalOf(route.family, { code: name, extra: {} });
      return `${status} ${code}`;
    });
    const missing = declared.filter((one) => !described.includes(one)).map((one) => one.split(' '));
    expect(described.filter((one) => !declared.includes(one))).toEqual([]);
    expect(missing.filter(([status]) => !general.includes(status!))).toEqual([]);
    expect(codesOf(rest!)).toEqual(expect.arrayContaining(missing.map(([, code]) => code)));
  }
});

it('says of each code whether another try may succeed', () => {
  for (const route of routes) {
    const described = Object.values(operation(route).responses).flatMap((answer) => {
      const retryable = answer['x-retryable'] ?? [];
      return codesOf(answer).map((code) => [code, retryable.includes(code)]);
    });
    const declared = routeErrorCodes(route).map((name) => {
      const { code, retryable } = refusalOf(route.family, { code: name, extra: {} });
      return [code, retryable];
    });
    expect(described).toEqual(expect.arrayContaining(declared));
  }
});

it('has no two codes in one place that differ in their case only', () => {
  for (const { enum: values } of schemasIn([document.paths, document.components]))
    if (Array.isArray(values)) {
      const lower = values.map((value) => String(value).toLowerCase());
      expect(lower).toEqual([...new Set(lower)]);
    }
});

it('tells where a key is needed', () => {
  for (const route of routes) {
    expect(operation(route).security).toEqual(route.access === 'public' ? [] : [{ key: [] }]);
  }
});

it('offers Idempotency-Key where it is taken, with the codes that come with it', () => {
  const taking = routes.filter((route) => route.idempotent !== undefined);
  expect(taking.length).toBeGreaterThan(0);
  for (const route of routes) {
    const names = operation(route).parameters.map(({ name }) => name);
    expect(names.includes('Idempotency-Key')).toBe(route.idempotent !== undefined);
    const inProgress = route.family.codeOf('idempotency_in_progress');
    expect(routeErrorCodes(route).includes(inProgress)).toBe(route.idempotent !== undefined);
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
    const { body } = operation(route);
    const schemas = [...schemasIn(body?.schema)];
    const parts = schemas.flatMap(({ allOf }) => (allOf as Schema[] | undefined)?.map(resolved) ?? []);
    for (const schema of schemas.filter(({ properties, $ref }) => properties && $ref === undefined)) {
      const { additionalProperties, unevaluatedProperties } = schema;
      const isClosed = additionalProperties === false || unevaluatedProperties === false;
      expect([route.operationId, isClosed || parts.includes(schema)]).toEqual([route.operationId, true]);
    }
  }
});

it('has no members beside an allOf, where generators do not see them', () => {
  const beside = [...schemasIn([document.paths, document.components])].filter(
    ({ allOf, properties, required }) => allOf !== undefined && (properties ?? required) !== undefined,
  );
  expect(beside).toEqual([]);
});

it('describes every refusal of a product by one schema', () => {
  const schemas = routes.flatMap((route) =>
    Object.values(operation(route).responses)
      .filter((answer) => codesOf(answer).length > 0)
      .map(({ content }) => content!['application/json']!.schema),
  );
  const refs = new Set(schemas.map((schema) => schema?.$ref));
  expect([...refs].sort()).toEqual(['#/components/schemas/ErrorBody', '#/components/schemas/ProductError']);
});

it('lets answers have members that they do not name yet', () => {
  const seen = new Set<unknown>();
  for (const route of routes)
    for (const { content } of Object.values(operation(route).responses))
      for (const schema of schemasIn(content, seen)) {
        expect(schema.additionalProperties).not.toBe(false);
        expect(schema.unevaluatedProperties).not.toBe(false);
      }
});

it('describes every JSON body by a schema with a name', () => {
  const inline = ['getOpenApiDocument'];
  for (const route of routes.filter(({ operationId }) => !inline.includes(operationId))) {
    const { body, responses } = operation(route);
    const contents = [body, ...Object.values(responses).map((one) => one.content?.['application/json'])];
    for (const { schema } of contents.filter((content) => content !== undefined))
      expect([route.operationId, JSON.stringify(schema)]).toEqual([
        route.operationId,
        expect.stringContaining('"#/components/schemas/'),
      ]);
  }
});

it('tells of every optional parameter what holds without it', () => {
  for (const route of routes)
    for (const { name, required, schema, description = '' } of operation(route).parameters)
      if (required !== true && schema.default === undefined)
        expect([route.operationId, name, description]).toEqual([
          route.operationId,
          name,
          expect.stringMatching(/default|without|part of/i),
        ]);
});

it('has no default that the generator of Java writes no valid code for: of a union, or an object', () => {
  for (const { default: value, anyOf, oneOf } of schemasIn(document.components.schemas))
    if (value !== undefined && value !== null)
      expect([value, anyOf ?? oneOf, typeof value === 'object' && !Array.isArray(value)]).toEqual([
        value,
        undefined,
        false,
      ]);
});

it.each([
  ['queryCollection', 'filter'],
  ['queryCollectionV2', 'metadata_filter'],
])('describes the filter of %s by the grammar of filters, and lets it be null', (operationId, field) => {
  const route = routes.find((one) => one.operationId === operationId)!;
  const parts = [...schemasIn(operation(route).body!.schema)];
  const { properties } = parts.find((part) => part.properties?.[field] !== undefined)!;
  const { type, additionalProperties } = properties![field]!;
  const grammar = resolved({ $ref: '#/components/schemas/MetadataFilter' }) as Schema;
  expect(type).toEqual([grammar.type, 'null']);
  expect(additionalProperties).toEqual(grammar.additionalProperties);
});

it.each([
  { year: { $gte: 2024 } },
  { dept: 'legal', year: 2024, active: true },
  { $or: [{ dept: 'legal' }, { $and: [{ dept: 'ops' }, { tags: { $in: ['a', 'b'], $exists: true } }] }] },
  {},
])('the grammar of filters takes %j', (filter) => {
  expect(() => parseMetadataFilter(filter)).not.toThrow();
  expect(documentedFilter.safeParse(filter).error).toBeUndefined();
});

it.each([
  { year: { $gte: null } },
  { year: { $near: 2024 } },
  { $or: [] },
  { $or: { dept: 'legal' } },
  { dept: { nested: 'legal' } },
  { dept: null },
  [],
  'dept',
])('the grammar of filters does not take %j', (filter) => {
  expect(() => parseMetadataFilter(filter)).toThrow();
  expect(documentedFilter.safeParse(filter).success).toBe(false);
});

it.each([
  ['', 475_000],
  ['?product=documents', 284_000],
  ['?product=product-search', 181_000],
  ['?product=service', 19_500],
])('stays below its limit: /openapi.json%s, %d bytes', async (query, bytesMax) => {
  const { text } = await api.request(`/openapi.json${query}`);
  expect(Buffer.byteLength(text)).toBeLessThan(bytesMax);
});

it('says what every tag is about, and introduces a new user', () => {
  expect(document.tags.filter(({ description }) => !/^[A-Z].+\.$/.test(description ?? ''))).toEqual([]);
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  expect(headings).toEqual([
    'Keys',
    'Limits',
    'Repeating requests',
    'Refusals',
    'Documents: conventions',
    'Product search: conventions',
  ]);
});

it('has a document for each product and for the service, each with its own routes, as in the whole', async () => {
  const pathsOf = async (part: string) => {
    const { body } = await api.request<OpenApiDocument>(`/openapi.json?product=${part}`);
    return Object.keys(body.paths);
  };
  const [ofDocuments, ofProducts, ofService] = await Promise.all(
    ['documents', 'product-search', 'service'].map(pathsOf),
  );
  const isProducts = (at: string) => at.startsWith('/v1/');
  const isService = (at: string) => /^\/(?:b|health|docs|console|mcp|openapi\.json|v2\/key)\b|^\/$/.test(at);
  const all = Object.keys(document.paths);
  expect(ofDocuments).toEqual(all.filter((at) => !isProducts(at) && !isService(at)));
  expect(ofProducts).toEqual(all.filter(isProducts));
  expect(ofService).toEqual(all.filter(isService));
  expect(document['x-tagGroups']!.map(({ name }) => name)).toEqual([
    'Documents',
    'Product search',
    'Service',
  ]);
  expect(document['x-tagGroups']!.flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name));
});

it('refuses the document of an unknown product', async () => {
  expect(await api.request('/openapi.json?product=music')).toMatchObject({ status: 400 });
});

it('has no union of types that one schema of several types says as well', () => {
  for (const { anyOf, oneOf } of schemasIn([document.paths, document.components]))
    for (const members of [anyOf, oneOf] as (Schema[] | undefined)[])
      if (members?.length === 2 && members.some(({ type }) => type === 'null')) {
        const rest = members.find(({ type }) => type !== 'null')!;
        expect([rest, '$ref' in rest || 'enum' in rest || 'const' in rest]).toEqual([rest, true]);
      }
});

it('has no list whose items differ by place, which not every tool can read', () => {
  expect(JSON.stringify(document)).not.toContain('"prefixItems"');
});
