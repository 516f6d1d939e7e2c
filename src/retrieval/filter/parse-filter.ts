import { isReservedKey, metadataKeyFault } from '../../domain/documents/custom-metadata';
import { longNumberAdvice } from '../../domain/platform/exact-json';
import { isCleanText } from '../../domain/platform/clean-text';
import { readBuiltIn } from './built-in-fields';
import {
  BUILT_IN_FIELDS,
  filterBranchesMax,
  filterDepthMax,
  filterLeavesMax,
  type FilterLeaf,
  type FilterValue,
  filterValuesMax,
  isBuiltIn,
  type MetadataFilter,
  MetadataFilterError,
  nothing,
  everything,
  rangeTextCharsMax,
  type RangeOperator,
} from './metadata-filter';

const rangeOperators: Record<string, RangeOperator> = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' };
const listOperators: Record<string, 'any' | 'none'> = { $in: 'any', $nin: 'none' };
const valueOperators: Record<string, 'any' | 'none'> = { $eq: 'any', $ne: 'none' };
const shownCharsMax = 60;
const filterable = `filters name keys of custom metadata, or ${BUILT_IN_FIELDS.join(', ')}`;

/**
 * Parses a filter of a client: an object whose pairs must all match. A pair is `key: value` (equality), `key:
 * {$op: …}` with `$eq $ne $gt $gte $lt $lte $in $nin $exists`, or `$and`/`$or` with a list of filters.
 *
 * @param sent parsed JSON
 * @throws MetadataFilterError for the first fault
 */
export function parseMetadataFilter(sent: unknown): MetadataFilter {
  let leavesLeft = filterLeavesMax;

  function readFilter(value: unknown, path: string, depth: number): MetadataFilter {
    if (!isObject(value)) throw new MetadataFilterError(path, 'must be an object');
    if (depth > filterDepthMax)
      throw new MetadataFilterError(path, `is nested deeper than ${filterDepthMax} filters`);
    return conjunction(
      Object.entries(value).flatMap(([key, inner]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return key.startsWith('$') ? [readBranches(key, inner, at, depth)] : readPair(key, inner, at);
      }),
    );
  }

  function readBranches(operator: string, value: unknown, path: string, depth: number): MetadataFilter {
    if (operator !== '$and' && operator !== '$or')
      throw new MetadataFilterError(path, 'is not an operator between filters: use $and or $or');
    if (!Array.isArray(value) || value.length === 0 || value.length > filterBranchesMax)
      throw new MetadataFilterError(path, `must be a list of 1 to ${filterBranchesMax} filters`);
    const filters = value.map((inner, index) => readFilter(inner, `${path}[${index}]`, depth + 1));
    return operator === '$and' ? conjunction(filters) : { kind: 'or', filters };
  }

  function readPair(key: string, value: unknown, path: string): MetadataFilter[] {
    checkKey(key, path);
    if (!isObject(value)) return [readLeaf(key, '$eq', value, path)];
    const operators = Object.entries(value);
    if (operators.length === 0) throw new MetadataFilterError(path, 'names no operator');
    return operators.map(([operator, argument]) => readLeaf(key, operator, argument, `${path}.${operator}`));
  }

  function readLeaf(key: string, operator: string, argument: unknown, path: string): MetadataFilter {
    if (--leavesLeft < 0)
      throw new MetadataFilterError(path, `is one condition too many: at most ${filterLeavesMax}`);
    const leaf = leafOf(key, operator, argument, path);
    return isBuiltIn(key) ? readBuiltIn(key, leaf, path) : settled(leaf);
  }

  return readFilter(sent, '', 1);
}

function leafOf(key: string, operator: string, argument: unknown, path: string): FilterLeaf {
  const lists = own(listOperators, operator);
  if (lists !== undefined) return { kind: lists, key, values: readValues(argument, path) };
  const equals = own(valueOperators, operator);
  if (equals !== undefined) return { kind: equals, key, values: [readValue(argument, path)] };
  const range = own(rangeOperators, operator);
  if (range !== undefined) return { kind: 'range', key, operator: range, value: readBound(argument, path) };
  if (operator !== '$exists') {
    const reason = operator.startsWith('$') ? 'is not an operator' : 'is no operator: names are not nested';
    throw new MetadataFilterError(path, reason);
  }
  if (typeof argument !== 'boolean') throw new MetadataFilterError(path, 'must be true or false');
  return { kind: argument ? 'exists' : 'missing', key };
}

/** Simplifies a condition without values: `any` of none matches nothing, `none` of none everything. */
function settled(leaf: FilterLeaf): MetadataFilter {
  if (leaf.kind === 'any' && leaf.values.length === 0) return nothing;
  return leaf.kind === 'none' && leaf.values.length === 0 ? everything : leaf;
}

function checkKey(key: string, path: string): void {
  if (key === 'metadata' || key === 'custom_metadata')
    throw new MetadataFilterError(path, 'is not a key: name the keys of metadata at the top level');
  const [, name] = /^(?:custom_)?metadata\.(.*)$/s.exec(key) ?? [];
  if (name !== undefined)
    throw new MetadataFilterError(
      path,
      `is not a key: name the keys of metadata alone, as in ${shownName(name)}`,
    );
  if (isReservedKey(key) && !isBuiltIn(key))
    throw new MetadataFilterError(path, `cannot be filtered: ${filterable}`);
  const fault = metadataKeyFault(key);
  if (fault !== null) throw new MetadataFilterError(path, `cannot be a key: ${fault}`);
}

/** A name as messages quote it. */
function shownName(name: string): string {
  return JSON.stringify(name.slice(0, shownCharsMax));
}

function readValues(argument: unknown, path: string): FilterValue[] {
  if (!Array.isArray(argument) || argument.length > filterValuesMax)
    throw new MetadataFilterError(path, `must be a list of at most ${filterValuesMax} values`);
  return argument.map((value, index) => readValue(value, `${path}[${index}]`));
}

function readBound(argument: unknown, path: string): FilterValue {
  const value = readValue(argument, path);
  if (typeof value === 'string' && value.length > rangeTextCharsMax)
    throw new MetadataFilterError(path, `must not be longer than ${rangeTextCharsMax} characters`);
  return value;
}

function readValue(value: unknown, path: string): FilterValue {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value === 'string' && isCleanText(value)) return value;
  const reason = Array.isArray(value)
    ? 'must not be a list: use $in'
    : value === null
      ? 'must not be null: use $exists'
      : typeof value === 'number'
        ? `must be a string, a number or a boolean: ${longNumberAdvice}`
        : 'must be a string, a number or a boolean';
  throw new MetadataFilterError(path, reason);
}

function conjunction(filters: MetadataFilter[]): MetadataFilter {
  return filters.length === 1 ? filters[0]! : { kind: 'and', filters };
}

function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
