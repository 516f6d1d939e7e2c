import { type FieldTable, type Notation } from '../../domain/products/field-table';
import { areCompatible, convert, type Unit, unitOf } from '../units/units';
import { nameWords, type NeighbourWord, neighbourWords } from './amount-words';
import { type Amount, type AmountRange, readAmounts } from './read-amounts';
import { builtInField } from '../schema/built-in-fields';
import { fieldName } from '../schema/declared-fields';
import { columnValue, valuesOf } from '../values/column-value';
import { membersAt } from '../values/members-at';

/** Effect of constraints of a query text: records that fit rank higher, only they are found, or none. */
export const CONSTRAINT_MODES = ['ranking', 'filter', 'off'] as const;
export type ConstraintMode = (typeof CONSTRAINT_MODES)[number];

/** Values of one field that fit a part of a constraint. */
export interface FittingValues {
  field: MeasuredField;
  /** Wanted amount, in the unit of the field. */
  asked: { op: '=' | '>=' | '<='; value: number }[];
  /** Values that fit, both ends included. */
  gte?: number;
  lte?: number;
}

/** An amount of a query text that fields of the index can be compared with. */
export interface QueryConstraint {
  /** The words of the query, as they are written, and their place in UTF-16 units. */
  text: string;
  start: number;
  end: number;
  /** Place of number and unit, whose words fit as well; null for bounds, ranges and money. */
  wordsPlace: { start: number; end: number } | null;
  /** A record that does not fit is not found. */
  isFilter: boolean;
  /** Each part has to fit, in any of its fields; several for dimensions. */
  parts: FittingValues[][];
}

const constraintsMax = 5;
/** Values within this share of an exact amount fit it; of a temperature within so many degrees. */
const exactShare = 0.02;
const exactDegrees = 1;
/** Digits of the ends of a range; more would show the noise of binary fractions. */
const digits = 12;

/**
 * The amounts of a query text that number fields of the same quantity can be compared with, the first five.
 */
export function readConstraints(
  text: string,
  table: Pick<FieldTable, 'fields'>,
  mode: ConstraintMode,
): QueryConstraint[] {
  if (mode === 'off') return [];
  const fields = measuredFields(table);
  if (fields.length === 0) return [];
  const amounts = readAmounts(text);
  // `ram 16gb ssd 1tb` names its fields before the amounts, `16gb ram 1tb ssd` behind them.
  const [first] = amounts;
  const namesFirst = first !== undefined && namedFields(neighbourWords(text, first).before, fields) !== null;
  return amounts
    .flatMap((amount) => constraintOf(text, amount, { fields, mode, namesFirst }) ?? [])
    .slice(0, constraintsMax);
}

function constraintOf(
  text: string,
  amount: Amount,
  {
    fields,
    mode,
    namesFirst,
  }: { fields: readonly MeasuredField[]; mode: ConstraintMode; namesFirst: boolean },
): QueryConstraint | null {
  const meant = (amount.units ?? [null]).find((each) => fields.some((field) => canMeasure(field, each)));
  if (meant === undefined) return null;
  const measured = fields.filter((field) => canMeasure(field, meant));
  const { before, behind } = neighbourWords(text, amount);
  const named = (namesFirst ? [before, behind] : [behind, before])
    .map((word) => namedFields(word, measured))
    .find((each) => each !== null);
  const { start, end } = named?.word.isDimension === true ? joined(amount, named.word) : amount;
  const isExact = amount.ranges.every(({ min, max }) => min === max);
  return {
    text: text.slice(start, end),
    start,
    end,
    wordsPlace: isExact && amount.ranges.length === 1 && meant?.quantity !== 'currency' ? amount.inner : null,
    isFilter: mode === 'filter',
    parts: amount.ranges.map((range) =>
      (named?.fields ?? measured).map((field) => fittingValues(field, range, meant)),
    ),
  };
}

/** The fields that a word beside an amount names; null where it names none. */
function namedFields(
  word: NeighbourWord | null,
  fields: readonly MeasuredField[],
): { fields: MeasuredField[]; word: NeighbourWord } | null {
  if (word === null) return null;
  const named = fields.filter(({ words }) => words.some((each) => word.means.includes(each)));
  return named.length === 0 ? null : { fields: named, word };
}

function joined(amount: Amount, word: NeighbourWord): { start: number; end: number } {
  return { start: Math.min(amount.start, word.start), end: Math.max(amount.end, word.end) };
}

function fittingValues(field: MeasuredField, { min, max }: AmountRange, from: Unit | null): FittingValues {
  const inUnit = (value: number) =>
    from === null || field.unit === null ? value : convert(value, from, field.unit);
  if (min !== null && min === max) {
    const value = inUnit(min);
    const isTemperature = field.unit?.quantity === 'temperature';
    const spread = isTemperature ? exactDegrees : Math.abs(value) * exactShare;
    return {
      field,
      asked: [{ op: '=', value }],
      gte: rounded(value - spread),
      lte: rounded(value + spread),
    };
  }
  const [gte, lte] = [min, max].map((end) => (end === null ? null : inUnit(end)));
  return {
    field,
    asked: [
      ...(gte == null ? [] : [{ op: '>=' as const, value: gte }]),
      ...(lte == null ? [] : [{ op: '<=' as const, value: lte }]),
    ],
    ...(gte == null ? {} : { gte }),
    ...(lte == null ? {} : { lte }),
  };
}

const rounded = (value: number) => Number(value.toPrecision(digits));

/** A number field that amounts of queries are compared with. */
export interface MeasuredField {
  name: string;
  path: readonly string[];
  column: string;
  /** Null: a price in any currency. */
  unit: Unit | null;
  /** The unit as it is set, such as `inches`. */
  unitName: string | null;
  /** How records write its values. */
  notation?: Notation;
  /** Words of its name, without case and accents. */
  words: readonly string[];
}

/** The filterable number fields of a build that have a unit, and its price. */
export function measuredFields({ fields }: Pick<FieldTable, 'fields'>): MeasuredField[] {
  return fields.flatMap(({ path, type, unit: unitName, column, filterable, notation }) => {
    if (type !== 'number' || column === null || !filterable) return [];
    const unit = unitName === null ? null : (unitOf(unitName) ?? null);
    const isPrice = unitName === null && builtInField(path)?.type === 'number';
    if (unit === null && !isPrice) return [];
    const name = fieldName(path);
    const written = notation === undefined ? {} : { notation };
    return [{ name, path, column, unit, unitName, ...written, words: nameWords(name) }];
  });
}

/**
 * Whether amounts of a unit can be compared with a field.
 *
 * @param unit null: a plain number, which is one of money
 */
function canMeasure({ unit: own }: MeasuredField, unit: Unit | null): boolean {
  if (own === null || unit === null) return (own ?? unit)?.quantity === 'currency' || own === unit;
  return areCompatible(unit, own);
}

/** A value by which a record fits a constraint. */
export interface FittingValue {
  field: string;
  value: number;
  unit: string | null;
}

/** The values by which a record fits a constraint, one for each of its parts; null where it does not fit. */
export function fittingValuesOf(
  record: object,
  { parts }: Pick<QueryConstraint, 'parts'>,
): FittingValue[] | null {
  const values = parts.map((fields) => fields.flatMap((each) => fittingValue(record, each) ?? [])[0]);
  return values.includes(undefined) ? null : (values as FittingValue[]);
}

function fittingValue(record: object, { field, gte, lte }: FittingValues): FittingValue | null {
  const { name, path, unitName: unit, notation } = field;
  const read = {
    type: 'number',
    unit,
    values: null,
    ...(notation === undefined ? {} : { notation }),
  } as const;
  for (const member of membersAt(record, path))
    for (const each of valuesOf('number', member)) {
      const value = columnValue(read, each);
      if (typeof value === 'number' && value >= (gte ?? -Infinity) && value <= (lte ?? Infinity))
        return { field: name, value, unit };
    }
  return null;
}
