import { z } from 'zod';
import { type AnyRoute } from '../../../api/http/route';
import { chunkMetadataRoutes } from '../../../api/documents/routes/chunk-metadata';
import { chunkRoutes } from '../../../api/documents/routes/chunks';
import { documentMetadataRoutes } from '../../../api/documents/routes/document-metadata';
import { documentRoutes } from '../../../api/documents/routes/documents';
import { relationRoutes } from '../../../api/documents/routes/relations';
import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
let routes: AnyRoute[];
beforeAll(async () => {
  api = await startApi();
  const nouns = [documentRoutes, chunkRoutes, documentMetadataRoutes, chunkMetadataRoutes, relationRoutes];
  routes = nouns.flatMap((make) => make(api.deps));
});
afterAll(() => api.close());

/** Every schema inside a schema that shows examples. */
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
        : [];
  for (const one of inner) if (one instanceof z.ZodType) yield* withExamples(one, seen);
}

test('every body, sent or answered, comes with an example that fits it', () => {
  for (const route of routes) {
    const bodies = [route.body, ...Object.values(route.responses).map(({ schema }) => schema)];
    for (const body of bodies.filter((schema) => schema instanceof z.ZodType)) {
      const found = [...withExamples(body)];
      expect([route.operationId, found.length > 0]).toEqual([route.operationId, true]);
      for (const [schema, examples] of found)
        for (const example of examples) expect(schema.safeParse(example).error).toBeUndefined();
    }
  }
});
