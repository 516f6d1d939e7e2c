import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { baseSchemas, documentedSchema } from './documented-as';
import { joinedTypes } from './joined-types';

/** A JSON Schema of the document. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

/** Converts a zod schema; `io` is `input` for requests, `output` for answers. */
export type SchemaWriter = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

/**
 * Creates the function that converts zod schemas into JSON Schema. Schemas with an id (`.meta({ id })`) are
 * collected in `components` and referenced. Objects in answers are open: an answer may have further members.
 *
 * @throws Error when two schemas have the same id, or a schema with an id differs between input and output
 */
export function createSchemaWriter(components: Record<string, JsonSchema>): SchemaWriter {
  /** Names of the members of an object, including those of its bases. */
  function memberNames({ $ref, properties = {}, allOf = [] }: JsonSchema): string[] {
    if (typeof $ref === 'string') return memberNames(components[$ref.split('/').pop()!]!);
    return [...Object.keys(properties), ...(allOf as JsonSchema[]).flatMap(memberNames)];
  }

  /**
   * Replaces the members of an object that come from its bases by references to these. Its own members are in
   * a part of their own, since generators ignore members next to an `allOf`.
   */
  function extend(written: WrittenSchema, bases: readonly JsonSchema[], io: 'input' | 'output'): void {
    const isClosed = written.additionalProperties === false;
    const inherited = bases.flatMap(memberNames);
    const isOwn = (name: string) => !inherited.includes(name);
    const own = Object.fromEntries(Object.entries(written.properties ?? {}).filter(([name]) => isOwn(name)));
    const required = written.required?.filter(isOwn) ?? [];
    const ownPart: WrittenSchema = {
      type: 'object',
      properties: own,
      ...(required.length > 0 && { required }),
    };
    const parts = Object.keys(own).length > 0 ? [...bases, ownPart] : bases;
    // Each part of a composed object knows only its own members.
    for (const keyword of ['type', 'properties', 'required', 'additionalProperties'])
      Reflect.deleteProperty(written, keyword);
    written.allOf = parts as WrittenSchema[];
    if (isClosed && io === 'input') written.unevaluatedProperties = false;
  }

  const write: SchemaWriter = (schema, io) => {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      override: ({ zodSchema, jsonSchema }) => {
        const documented = documentedSchema(zodSchema);
        const bases = baseSchemas(zodSchema);
        if (documented !== undefined) replace(jsonSchema, write(documented, io));
        else if (bases.length > 0 && jsonSchema.$ref === undefined)
          extend(
            jsonSchema,
            bases.map((base) => write(base, io)),
            io,
          );
        else if (io === 'input') completeInput(zodSchema, jsonSchema);
        else openOutput(jsonSchema);
      },
    });
    // The dialect is declared once, for the whole document.
    delete root.$schema;
    for (const [id, definition] of Object.entries($defs)) {
      const component = relink(definition) as JsonSchema;
      if (id in components && !isDeepStrictEqual(components[id], component))
        throw new Error(`two schemas are called ${id}`);
      components[id] = component;
    }
    return relink(root) as JsonSchema;
  };
  return write;
}

/** Reference to a schema of the document. */
export function schemaRef(id: string): JsonSchema {
  return { $ref: `#/components/schemas/${id}` };
}

/**
 * Wraps a list that is a member of a union into an `allOf`, with a second part: linters report an `allOf` of
 * a single schema.
 */
export function listInUnion(list: object): JsonSchema {
  return { allOf: [list, { description: 'A list.' }] };
}

type WrittenSchema = z.core.JSONSchema.BaseSchema;

/** Replaces a schema, except its description. */
function replace(written: WrittenSchema, by: JsonSchema): void {
  const { description } = written;
  for (const keyword of Object.keys(written)) Reflect.deleteProperty(written, keyword);
  Object.assign(written, by, description !== undefined && { description });
}

/** Adds the default that zod omits for values with a conversion. */
function completeInput({ _zod: { def } }: z.core.$ZodType, written: WrittenSchema): void {
  dropRefused(written);
  if (def.type === 'default') written.default = (def as z.core.$ZodDefaultDef).defaultValue;
  dropImplied(written);
}

/** Drops members that accept no value: they are declared only for the reason in their refusal. */
function dropRefused(written: WrittenSchema): void {
  if (written.properties === undefined) return;
  const members = Object.entries(written.properties);
  const isRefused = (member: unknown) => isDeepStrictEqual((member as WrittenSchema).not, {});
  written.properties = Object.fromEntries(members.filter(([, member]) => !isRefused(member)));
}

function openOutput(written: WrittenSchema): void {
  if (written.additionalProperties === false) delete written.additionalProperties;
  // Counts in answers are never negative.
  if (written.type === 'integer' && written.minimum === 0) delete written.minimum;
  tellConstant(written);
  dropImplied(written);
}

/** Describes a constant boolean in words, since the generator for Java writes invalid code for a constant. */
function tellConstant(written: WrittenSchema): void {
  const { const: value, description } = written;
  if (typeof value !== 'boolean') return;
  delete written.const;
  written.description = [description ?? [], `Always ${value}.`].flat().join(' ');
}

/**
 * Drops redundant keywords that zod writes: bounds of every exact integer, patterns of times, names that are
 * strings.
 */
function dropImplied(written: WrittenSchema): void {
  if (written.format === 'date-time') delete written.pattern;
  if (isDeepStrictEqual(written.propertyNames, { type: 'string' })) delete written.propertyNames;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
}

/**
 * Rewrites references of zod to the place of schemas in OpenAPI, and unions of plain types as one schema of
 * several types. A list in another union is wrapped into an `allOf`, the only form for which
 * openapi-generator writes valid Java.
 */
function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as WrittenSchema;
  const joined = joinedTypes(anyOf);
  if (joined !== null) return relink({ ...joined, ...rest });
  const keywords = Object.entries(value).filter(
    ([key]) => key !== 'default' || !isUnreadableDefault(value as WrittenSchema),
  );
  return Object.fromEntries(
    keywords.map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string')
        return [key, inner.replace('#/$defs/', '#/components/schemas/')];
      return [key, key === 'anyOf' ? wrapLists(relink(inner)) : relink(inner)];
    }),
  );
}

/**
 * Whether the generator for Java cannot write the default of a schema: of a union, or an object. Its
 * description states it.
 */
const isUnreadableDefault = ({ anyOf, default: value }: WrittenSchema): boolean =>
  anyOf !== undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));

/** Members of a union, with lists in their own form. */
function wrapLists(members: unknown): unknown {
  if (!Array.isArray(members)) return members;
  return members.map((member: WrittenSchema) => (member.type === 'array' ? listInUnion(member) : member));
}
