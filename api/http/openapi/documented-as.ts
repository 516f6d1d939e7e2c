import { type z } from 'zod';

const documented = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Lets the document describe a schema by another one, for values that a route validates later, with their own
 * error code.
 *
 * @returns the schema itself
 */
export function documentedAs<T extends z.ZodType>(schema: T, by: z.ZodType): T {
  documented.set(schema, by);
  return schema;
}

const bases = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

/**
 * Lets the document describe an object as an extension of others, whose members it includes. Bases have ids;
 * bases of request bodies are open objects.
 *
 * @returns the schema itself
 */
export function extending<T extends z.ZodType>(schema: T, ...from: readonly z.ZodObject[]): T {
  bases.set(schema, from);
  return schema;
}

/** Schemas that another one extends in the document. */
export function baseSchemas(schema: z.core.$ZodType): readonly z.ZodType[] {
  return own(bases, schema) ?? [];
}

/** The schema by which the document describes another one; undefined when it describes itself. */
export function documentedSchema(schema: z.core.$ZodType): z.ZodType | undefined {
  return own(documented, schema);
}

/** The entry of a schema, or of the schema that it copies with another description. */
function own<T>(entries: WeakMap<z.core.$ZodType, T>, schema: z.core.$ZodType): T | undefined {
  const { parent } = schema._zod;
  return entries.get(schema) ?? (parent === undefined ? undefined : own(entries, parent));
}
