import { type z } from 'zod';

type WrittenSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that would apply to values of the other types too. */
const typeless = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'default', 'examples'];

/**
 * Joins the members of a union of plain types, or of one type and null, into one schema with several types,
 * which accepts the same values and is shorter.
 *
 * @returns null for other unions, and when a keyword of a member would change its meaning
 */
export function joinedTypes(members: unknown): WrittenSchema | null {
  if (!Array.isArray(members) || members.length < 2) return null;
  const schemas = members as WrittenSchema[];
  if (schemas.some((schema) => typeless.some((keyword) => keyword in schema))) return null;
  const types = schemas.map(({ type }) => type);
  const plain = types.filter((type) => type !== 'null');
  // The generator for Java cannot read lists and objects among several types.
  if (plain.length > 1 && (plain.includes('array') || plain.includes('object'))) return null;
  // Bounds of an integer would apply to any number.
  if (types.includes('integer') && types.includes('number')) return null;
  const keywords = schemas.flatMap((schema) => Object.keys(schema)).filter((keyword) => keyword !== 'type');
  const areDistinct = (names: readonly unknown[]) => new Set(names).size === names.length;
  if (!types.every((type) => typeof type === 'string') || !areDistinct(types) || !areDistinct(keywords))
    return null;
  return Object.assign({}, ...schemas, { type: types }) as WrittenSchema;
}
