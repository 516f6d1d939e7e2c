import { type z } from 'zod';

type WrittenSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that would hold for values of the other types as well. */
const typeless = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'default', 'examples'];

/**
 * Joins the members of a union into one schema of several types, which takes the same values and is shorter.
 * Generators know it better: that of Java writes classes that do not compile for unions that hold a list.
 *
 * @returns null where a keyword of a member would change its meaning beside the other members
 */
export function joinedTypes(members: unknown): WrittenSchema | null {
  if (!Array.isArray(members) || members.length < 2) return null;
  const schemas = members as WrittenSchema[];
  if (schemas.some((schema) => typeless.some((keyword) => keyword in schema))) return null;
  const types = schemas.map(({ type }) => type);
  // Bounds of a whole number would be those of any number.
  if (types.includes('integer') && types.includes('number')) return null;
  const keywords = schemas.flatMap((schema) => Object.keys(schema)).filter((keyword) => keyword !== 'type');
  const areDistinct = (names: readonly unknown[]) => new Set(names).size === names.length;
  if (!types.every((type) => typeof type === 'string') || !areDistinct(types) || !areDistinct(keywords))
    return null;
  return Object.assign({}, ...schemas, { type: types }) as WrittenSchema;
}
