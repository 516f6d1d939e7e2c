/** Value that a condition compares with; a list for `$in` and `$nin`. */
export type ConditionValue = string | number | boolean | readonly (string | number | boolean)[];

/** Operators with their words, in the order in which a form lists them. */
export const operatorWords = {
  $eq: 'is',
  $ne: 'is not',
  $gte: 'at least',
  $gt: 'more than',
  $lte: 'at most',
  $lt: 'less than',
  $in: 'is one of',
  $nin: 'is none of',
  $exists: 'exists',
} as const;
export type Operator = keyof typeof operatorWords;

/** A part of a filter; all parts have to hold. */
export type Condition =
  | { kind: 'condition'; key: string; operator: Operator; value: ConditionValue }
  /** A part that has no words, such as an `$or`. */
  | { kind: 'other'; filter: Record<string, unknown> };

/** The parts of a filter as JSON; null for a text that is no JSON object. An empty text has none. */
export function conditionsOf(text: string): Condition[] | null {
  if (text.trim() === '') return [];
  try {
    const filter: unknown = JSON.parse(text);
    return isObject(filter) ? partsOf(filter) : null;
  } catch {
    return null;
  }
}

/** The filter of parts as JSON; empty without parts. */
export function filterOf(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return '';
  const filter = new Map<string, unknown>();
  const others = conditions.flatMap((condition) =>
    condition.kind === 'condition' && addCondition(filter, condition) ? [] : [filterOfOne(condition)],
  );
  const [other = {}] = others;
  // One part of another kind, such as an `$or`, stands beside the keys.
  const isBeside = others.length === 1 && Object.keys(other).every((key) => !filter.has(key));
  const rest = isBeside ? Object.entries(other) : others.length > 0 ? [['$and', others] as const] : [];
  return JSON.stringify(Object.fromEntries([...filter, ...rest]));
}

/**
 * A value from its text: a number, true or false, a text in quotes as that text, otherwise the text itself.
 * For lists the values are separated by commas.
 */
export function valueFrom(operator: Operator, text: string): ConditionValue {
  if (operator === '$in' || operator === '$nin')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(scalarFrom);
  return scalarFrom(text.trim());
}

/** A condition in words, such as `year at least 2024`. */
export function conditionText(condition: Condition): string {
  if (condition.kind === 'other') return JSON.stringify(condition.filter);
  const { key, operator, value } = condition;
  if (operator === '$exists') return value === true ? `${key} exists` : `${key} does not exist`;
  const values = typeof value === 'object' ? value.map(shown).join(', ') : shown(value);
  return `${key} ${operatorWords[operator]} ${values}`;
}

function partsOf(filter: Record<string, unknown>): Condition[] {
  return Object.entries(filter).flatMap(([key, value]): Condition[] => {
    if (key === '$and' && Array.isArray(value) && value.every(isObject)) return value.flatMap(partsOf);
    const read = key.startsWith('$') ? null : conditionsAt(key, value);
    return read ?? [{ kind: 'other', filter: { [key]: value } }];
  });
}

/** The conditions on a key; null where one has no words. */
function conditionsAt(key: string, value: unknown): Condition[] | null {
  const pairs = isObject(value) ? Object.entries(value) : [['$eq', value] as const];
  const read = pairs.map(([operator, argument]) => conditionFrom(key, operator, argument));
  return read.length > 0 && read.every((one) => one !== null) ? read : null;
}

function conditionFrom(key: string, operator: string, value: unknown): Condition | null {
  if (!Object.hasOwn(operatorWords, operator)) return null;
  const isList = operator === '$in' || operator === '$nin';
  const fits = isList ? Array.isArray(value) && value.every(isScalar) : isScalar(value);
  if (!fits || (operator === '$exists' && typeof value !== 'boolean')) return null;
  return { kind: 'condition', key, operator: operator as Operator, value: value as ConditionValue };
}

/** Adds a condition to the keys of a filter, unless the key has one with the same operator. */
function addCondition(
  filter: Map<string, unknown>,
  { key, operator, value }: Condition & { kind: 'condition' },
): boolean {
  const present = filter.get(key);
  if (present === undefined) {
    filter.set(key, operator === '$eq' ? value : { [operator]: value });
    return true;
  }
  const operators = isObject(present) ? present : { $eq: present };
  if (Object.hasOwn(operators, operator)) return false;
  filter.set(key, { ...operators, [operator]: value });
  return true;
}

const filterOfOne = (condition: Condition): Record<string, unknown> =>
  condition.kind === 'other'
    ? condition.filter
    : { [condition.key]: { [condition.operator]: condition.value } };

function scalarFrom(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^".*"$/s.test(text)) return text.slice(1, -1);
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A value as it would be typed, so that the number 2024 and the text differ. */
function shown(value: string | number | boolean): string {
  return typeof value === 'string' && scalarFrom(value) !== value ? `"${value}"` : String(value);
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
