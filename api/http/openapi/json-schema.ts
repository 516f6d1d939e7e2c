import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A JSON Schema of the document. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

/**
 * Creates the function that converts zod schemas into JSON Schema. Schemas with an id (`.meta({ id })`) are
 * collected in `components` and referenced.
 *
 * @throws Error when two schemas have the same id
 */
export function createSchemaWriter(components: Record<string, JsonSchema>) {
  /** @param io `input` for what clients send, `output` for what they get */
  return (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
    // The dialect of the schemas is declared once for the whole document.
    delete root.$schema;
    for (const [id, definition] of Object.entries($defs)) {
      const component = relink(definition) as JsonSchema;
      if (id in components && !isDeepStrictEqual(components[id], component))
        throw new Error(`two schemas are called ${id}`);
      components[id] = component;
    }
    return relink(root) as JsonSchema;
  };
}

/** Reference to a schema of the document. */
export function schemaRef(id: string): JsonSchema {
  return { $ref: `#/components/schemas/${id}` };
}

/** Rewrites references of zod to the place of schemas in OpenAPI. */
function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, relink(inner)],
    ),
  );
}
