import { z } from 'zod';
import { type AnyRoute } from '../../api/http/route';
import { baseSchemas } from '../../api/http/openapi/documented-as';
import { allRoutes } from '../../api/routes';
import { startApi, type TestApi } from '../setup/api';

let api: TestApi;
let routes: AnyRoute[];
beforeAll(async () => {
  api = await startApi();
  routes = allRoutes(api.deps);
});
afterAll(() => api.close());

/** Every schema inside a schema that shows examples, those that it extends included. */
function* withExamples(schema: z.ZodType, seen = new Set<z.ZodType>()): Generator<[z.ZodType, unknown[]]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { examples } = schema.meta() ?? {};
  if (Array.isArray(examples)) yield [schema, examples];
  const inner: unknown[] =
    schema instanceof z.ZodObject
      ? Object.values(schema.shape)
      : schema instanceof z.ZodArray || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
        ? [schema instanceof z.ZodArray ? schema.element : schema.unwrap()]
        : schema instanceof z.ZodUnion
          ? [...schema.options]
          : [];
  for (const one of [...inner, ...baseSchemas(schema)])
    if (one instanceof z.ZodType) yield* withExamples(one, seen);
}

test('every body, sent or answered, comes with an example that fits it', () => {
  for (const route of routes) {
    const sent = Object.entries(route.requestContentTypes ?? {}).filter(
      ([type]) => type !== 'multipart/form-data',
    );
    const answered = Object.values(route.responses).map(({ schema }) => schema);
    const bodies = [route.body, ...sent.map(([, schema]) => schema), ...answered];
    for (const body of bodies.filter((schema) => schema instanceof z.ZodType)) {
      const found = [...withExamples(body)];
      expect([route.operationId, found.length > 0]).toEqual([route.operationId, true]);
      for (const [schema, examples] of found)
        for (const example of examples)
          expect([route.operationId, schema.safeParse(example).error]).toEqual([
            route.operationId,
            undefined,
          ]);
    }
  }
});
