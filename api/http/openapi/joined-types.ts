import { type z } from 'zod';

type WrittenSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that would hold for values of the other types as well. */
const typeless = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'default', 'examples'];

/**
 * Joins the members of a union of plain types, or of one type and null, into one schema of several types, which
 * takes the same values and is shorter.
 *
 * @returns null for other unions, and where a keyword of a member would change its meaning beside the others
 */
export function joinedTypes(members: unknown): WrittenSchema | null {
  if (!Array.isArray(members) || members.length < 2) return null;
  const schemas = members as WrittenSchema[];
  if (schemas.some((schema) => typeless.some((keyword) => keyword in schema))) return null;
  const types = schemas.map(({ type }) => type);
  const plain = types.filter((type) => type !== 'null');
  // The generator of Java does not read lists and objects among several types.
  if (plain.length > 1 && (plain.includes('array') || plain.includes('object'))) return null;
  // Bounds of a whole number would be those of any number.
  if (types.includes('integer') && types.includes('number')) return null;
  const keywords = schemas.flatMap((schema) => Object.keys(schema)).filter((keyword) => keyword !== 'type');
  const areDistinct = (names: readonly unknown[]) => new Set(names).size === names.length;
  if (!types.every((type) => typeof type === 'string') || !areDistinct(types) || !areDistinct(keywords))
    return null;
  return Object.assign({}, ...schemas, { type: types }) as WrittenSchema;
}
