import { type FieldTable } from '../../domain/products/field-table';
import { convert } from '../units/convert';
import { type Unit } from '../units/unit-table';
import { type NeighbourWord, neighbourWords } from './dimension-words';
import { canMeasure, measuredFields, type MeasuredField } from './measured-fields';
import { type Amount, type AmountRange, readAmounts } from './read-amounts';

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

/** The amounts of a query text that number fields of the same quantity can be compared with, the first five. */
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
