import { filterTermsMax, filterValuesMax } from '../../domain/products/limits';
import { boundsOf, everyOf, isOrdered, oneOf, type Operand, type OrderOperator, within } from './conditions';
import { type FilterField, type FilterFields, FilterInvalid } from './filter-fields';
import { allOf, type FilterTree, notOf, type RangeBounds } from './filter-tree';

const orderMembers: Readonly<Record<string, OrderOperator>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };
/** The member beside which another makes no sense. */
const rivals: Readonly<Record<OrderOperator, string>> = { '<': 'lte', '<=': 'lt', '>': 'gte', '>=': 'gt' };
const members = ['gt', 'gte', 'lt', 'lte', 'all', 'not', 'exists'] as const;
const forms = ['value', 'list of values', 'object with one of gt, gte, lt, lte, all, not, exists'];

/** A condition that is being read: its field, and the way to it. */
interface Reading {
  field: FilterField;
  path: readonly string[];
  count: (values: number) => void;
}

/**
 * Reads filters by field: a value, a list of values of which one has to match, or an object with `all`,
 * `not`, `exists` and bounds. All of them have to hold.
 *
 * @returns null for an object without fields
 * @throws FilterInvalid with the way to the wrong member
 */
export function readFilters(filters: object, fields: FilterFields): FilterTree | null {
  const entries = Object.entries(filters) as [string, unknown][];
  const trees: FilterTree[] = [];
  let values = 0;
  for (const [name, condition] of entries) {
    const path = [name];
    const count = (more: number) => {
      values += more;
      if (values > filterValuesMax)
        throw new FilterInvalid(`Filters have at most ${filterValuesMax} values.`, path, ['fewer values']);
    };
    trees.push(...readField({ fields, name, path, count }, condition));
    if (trees.length > filterTermsMax)
      throw new FilterInvalid(`Filters have at most ${filterTermsMax} conditions.`, path, [
        'fewer conditions',
      ]);
  }
  return trees.length === 0 ? null : allOf(trees);
}

function readField(
  {
    fields,
    name,
    path,
    count,
  }: { fields: FilterFields; name: string; path: string[]; count: Reading['count'] },
  condition: unknown,
): FilterTree[] {
  const parts = isObject(condition) ? condition : null;
  const { exists, ...others } = parts ?? {};
  const trees: FilterTree[] = [];
  if (exists !== undefined) {
    if (typeof exists !== 'boolean')
      throw new FilterInvalid('Expected true or false.', [...path, 'exists'], ['true', 'false']);
    const tree: FilterTree = { kind: 'exists', columns: fields.existenceOf(name, path) };
    trees.push(exists ? tree : notOf(tree));
    if (Object.keys(others).length === 0) return trees;
  }
  const field = fields.valuesOf(name, path);
  if (field.type === 'geo')
    throw new FilterInvalid(`Places are filtered by \`filter\`, with _geo_radius or _geo_box.`, path, [
      'exists',
    ]);
  const reading = { field, path, count };
  if (parts === null) return [oneOf(field, operandsOf(reading, condition, path))];
  return [...trees, ...readMembers(reading, others)];
}

function readMembers(reading: Reading, parts: Record<string, unknown>): FilterTree[] {
  const { field, path } = reading;
  const trees: FilterTree[] = [];
  let bounds: RangeBounds = {};
  const entries = Object.entries(parts);
  if (entries.length === 0) throw new FilterInvalid('Expected a condition.', path, members);
  for (const [member, value] of entries) {
    const place = [...path, member];
    const operator = Object.hasOwn(orderMembers, member) ? orderMembers[member] : undefined;
    if (operator !== undefined) {
      if (!isOrdered(field))
        throw new FilterInvalid(`The ${field.type} field '${field.name}' takes no bounds.`, place, [
          'all',
          'not',
          'exists',
        ]);
      if (Object.hasOwn(parts, rivals[operator]))
        throw new FilterInvalid(`Expected ${member} or ${rivals[operator]}, not both.`, place, [member]);
      bounds = { ...bounds, ...boundsOf(field, operator, operandOf(reading, value, place)) };
    } else if (member === 'all') trees.push(everyOf(field, operandsOf(reading, value, place)));
    else if (member === 'not') trees.push(notOf(oneOf(field, operandsOf(reading, value, place))));
    else throw new FilterInvalid(`There is no condition '${member}'.`, place, members);
  }
  return Object.keys(bounds).length === 0 ? trees : [within(field, bounds), ...trees];
}

function operandsOf(reading: Reading, value: unknown, path: readonly string[]): Operand[] {
  if (!Array.isArray(value)) return [operandOf(reading, value, path)];
  if (value.length === 0) throw new FilterInvalid('Expected at least one value.', path, ['value']);
  return value.map((element, n) => operandOf(reading, element, [...path, String(n)]));
}

function operandOf({ count }: Reading, value: unknown, place: readonly string[]): Operand {
  count(1);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { value, text: String(value), place };
  throw new FilterInvalid('Expected text, a number, true or false.', place, forms);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
