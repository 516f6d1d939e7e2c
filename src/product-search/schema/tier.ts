import { type FieldRow } from '../../domain/products/field-table';
import { type FieldType, type FieldWeight } from '../../domain/products/settings';

/** Types whose words are found as they are written only. */
const exactTypes: ReadonlySet<FieldType> = new Set(['identifier', 'number', 'enum', 'date']);

/**
 * The tier in which words of a field rank: the weight of the field, else `primary` for the brand, `secondary`
 * for text and category, and `low` for attributes; null for fields that are not searched.
 */
export function tierOf({ searchable, weight, type, role }: FieldRow): FieldWeight | null {
  if (!searchable) return null;
  if (weight !== null) return weight;
  if (role === 'brand') return 'primary';
  return type === 'text' || role === 'category' ? 'secondary' : 'low';
}

/** Whether queries find the words of a type in spite of typos. */
export function isTypoTolerant(type: FieldType): boolean {
  return !exactTypes.has(type);
}
