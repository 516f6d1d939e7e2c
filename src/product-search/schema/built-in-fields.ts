import { type FieldRole, type FieldType, type FieldWeight } from '../../domain/products/settings';

/** Meaning that a field has by its name alone. */
export interface BuiltInField {
  type: FieldType;
  role: FieldRole | null;
  weight: FieldWeight | null;
}

const title: BuiltInField = { type: 'text', role: 'title', weight: 'primary' };
const category: BuiltInField = { type: 'keyword', role: 'category', weight: null };
const description: BuiltInField = { type: 'text', role: 'description', weight: null };
const identifier: BuiltInField = { type: 'identifier', role: null, weight: null };

/** Built-in names of top-level fields. Of several names of one role the first that records have keeps it. */
const BUILT_IN_FIELDS: ReadonlyMap<string, BuiltInField> = new Map<string, BuiltInField>([
  ['title', title],
  ['name', title],
  ['brand', { type: 'keyword', role: 'brand', weight: null }],
  ['category', category],
  ['categories', category],
  ['description', description],
  ['body', description],
  ['section', { type: 'text', role: 'section', weight: null }],
  ['price', { type: 'number', role: null, weight: null }],
  ...['id', 'objectID', '_id', 'sku', 'asin', 'gtin', 'ean', 'upc', 'isbn', 'mpn', 'cusip', 'isin', 'lei', 'cik'].map(
    (name): [string, BuiltInField] => [name, identifier],
  ),
]); // prettier-ignore

/** Names that have a meaning, those that win a role first. */
export const BUILT_IN_NAMES: readonly string[] = [...BUILT_IN_FIELDS.keys()];

/** The meaning of a field by its name; undefined for nested fields and names without one. */
export function builtInField(path: readonly string[]): BuiltInField | undefined {
  return path.length === 1 ? BUILT_IN_FIELDS.get(path[0]!) : undefined;
}
