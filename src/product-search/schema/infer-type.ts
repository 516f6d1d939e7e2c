import { type FieldType, type IdentifierFormat, IDENTIFIER_FORMATS } from '../../domain/products/settings';
import { areCompatible, type Unit, unitOf, unitOfName } from '../units/units';
import { distinctCount } from './distinct-counter';
import { isUndecided, misfits } from './notation';
import { type TextList, textListOf } from './text-lists';
import { type FieldSummary } from './record-summary';

/** Percent of the values that have to fit a type. */
const fitPercent = 98;
/** Percent of the values of an identifier that differ. */
const identifierDistinctPercent = 95;
/** Percent of the numbers of articles that differ: variants share those of their product. */
const gtinDistinctPercent = 20;
const enumValuesMax = 20;
/** Records that have to have a value before a field is an enum. */
const enumRecordsMin = 50;
/** Percent of the values of an identifier that share a format. */
const formatPercent = 80;
/** Percent of the values that have the dot of ICD-10, where their format is that. */
const dottedPercent = 20;

/** Whether a part of the values is at least a percentage of them. */
export function isShare(part: number, values: number, percent: number): boolean {
  return values > 0 && part * 100 >= values * percent;
}

/** The type that the values of a field suggest; `text` for a field without values. */
export function inferType(field: FieldSummary, list: TextList | null = textListOf(field)): FieldType {
  const { forms, values, records } = field;
  const fit = (count: number) => isShare(count, values, fitPercent);
  if (fit(forms.bool)) return 'bool';
  const distinct = distinctCount(field.distinct);
  if (fit(forms.gtin) && isShare(distinct, values, gtinDistinctPercent) && distinct > 1) return 'identifier';
  if (fit(fittingNumbers(field))) return 'number';
  if (fit(forms.date - misfits(field, 'date'))) return 'date';
  // Words of either reading say more than a wrong number or day.
  if (fit(forms.number) && isUndecided(field, 'number')) return 'text';
  if (fit(forms.date) && isUndecided(field, 'date')) return 'text';
  if (fit(forms.geo)) return 'geo';
  if (fit(forms.object)) return 'children';
  if (fit(forms.url)) return 'url';
  if (fit(forms.code) && isShare(distinct, values, identifierDistinctPercent)) return 'identifier';
  if (list !== null) return list.distinct <= enumValuesMax && records >= enumRecordsMin ? 'enum' : 'keyword';
  if (fit(forms.enum) && distinct <= enumValuesMax && records >= enumRecordsMin) return 'enum';
  return fit(forms.label) ? 'keyword' : 'text';
}

/** Values that are numbers, those in units of another quantity than most left out. */
export function fittingNumbers(field: FieldSummary): number {
  const read = field.forms.number - misfits(field, 'number');
  const common = commonUnit(field);
  if (common === null) return read;
  let others = 0;
  for (const [symbol, count] of field.units) if (!areCompatible(unitOf(symbol)!, common)) others += count;
  return read - others;
}

/**
 * The unit of a number field: that of its name, unless its values have another quantity, else the one that
 * most values have.
 */
export function inferUnit(field: FieldSummary): string | null {
  const common = commonUnit(field);
  const named = unitOfName(field.name);
  if (common === null) return named?.symbol ?? null;
  return named !== null && areCompatible(named, common) ? named.symbol : common.symbol;
}

/** The format that 80 % of the values share; null without one. */
export function inferFormat({ formats, values, dottedIcd10 }: FieldSummary): IdentifierFormat | null {
  const format = IDENTIFIER_FORMATS.find((name) => isShare(formats.get(name) ?? 0, values, formatPercent));
  if (format === 'icd10' && !isShare(dottedIcd10, values, dottedPercent)) return null;
  return format ?? null;
}

/** The most frequent unit, the first by symbol of several; null when no value has one. */
function commonUnit({ units, notations }: FieldSummary): Unit | null {
  const [first] = [...units].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  const unit = first === undefined ? null : unitOf(first[0])!;
  return unit?.quantity === 'time' && notations.has('duration') ? unitOf('min')! : unit;
}
