import { type FieldRow } from '../../domain/products/field-table';
import { type FieldType } from '../../domain/products/settings';
import { type BadValues, type JobWarning } from '../../domain/products/product-job';
import { fieldName } from './declared-fields';
import { fallsBack } from './field-row';
import { decimalMarkOf, isUndecided, misfits } from './notation';
import { EXAMPLE_FORMS, type FieldSummary } from './record-summary';
import { fittingNumbers, isShare } from './infer-type';

/** Percent of the values plainly of one type, from which a warning says why the field has another type. */
const mixedPercent = 20;

/** Types that any scalar fits. */
const textTypes: ReadonlySet<FieldType> = new Set(['text', 'keyword', 'enum', 'identifier', 'url']);

/** A row with the summary that it was made from. */
export interface SummarisedRow {
  row: FieldRow;
  field: FieldSummary;
}

/** Values that do not fit the type of their field; null when all fit, and for types that take anything. */
export function badValuesOf({ row, field }: SummarisedRow): BadValues | null {
  const counted = row.type === field.check?.field.type ? checkOf(row, field) : inferredCheck(row, field);
  if (counted === null || counted.bad === 0) return null;
  const { bad, values, examples } = counted;
  return { field: fieldName(row.path), type: row.type, bad, of: values, examples: [...examples] };
}

/** The check of a type that was known beforehand, by the notation of the column. */
function checkOf({ type }: FieldRow, field: FieldSummary) {
  const check = field.check!;
  // A number of an undecided mark is read with a point.
  const others = type === 'number' && decimalMarkOf(field) === null ? 0 : misfits(field, type);
  return { ...check, bad: check.bad + others };
}

function inferredCheck({ type, origin }: FieldRow, field: FieldSummary) {
  if (textTypes.has(type) || type === 'children') return otherShapes(type, field);
  const form = EXAMPLE_FORMS.find((name) => name === type);
  if (form === undefined || origin === 'set') return null;
  const fitting = form === 'number' ? fittingNumbers(field) : field.forms[form] - misfits(field, form);
  return { bad: field.values - fitting, values: field.values, examples: field.examples[form] };
}

/** Objects among texts, or other values among objects. Where they are many, `mixedType` tells. */
function otherShapes(type: FieldType, { values, forms }: FieldSummary) {
  const bad = type === 'children' ? values - forms.object : forms.object;
  return isShare(bad, values, mixedPercent) ? null : { bad, values, examples: [] };
}

/**
 * Whether bad values of a field make a build fail: more than half of them are bad. Only fields whose type is
 * set can have so many; the others are given another type.
 */
export function isFatal({ bad, of }: BadValues): boolean {
  return bad * 2 > of;
}

/** Warnings of a build about the values of a field. */
export function valueWarnings(summarised: SummarisedRow): JobWarning[] {
  const { row, field } = summarised;
  const name = fieldName(row.path);
  const bad = badValuesOf(summarised);
  if (bad !== null && !isFatal(bad)) {
    const examples = bad.examples.length === 0 ? '' : `, such as ${bad.examples.join(', ')}`;
    const type = row.type === 'children' ? 'objects' : row.type;
    const message = `${bad.bad} of ${bad.of} values of ${name} are no ${type}${examples}. They are left empty.`;
    return [{ code: 'BAD_VALUES', message }];
  }
  if (!row.list && field.lists > 0) return [listWarning(name, field)];
  if (row.origin === 'set') return [];
  const type = fallsBack(field) ? field.check!.field.type : mixedType(row, field);
  if (type === null) return [];
  const message = `${name} is read as ${row.type}, since too many of its values are no ${type === 'children' ? 'objects' : type}. Set its type to have it read as ${type}.`;
  return [{ code: 'TYPE_FALLBACK', message }];
}

/** Only settings make a field with lists one without. */
function listWarning(name: string, { lists, records }: FieldSummary): JobWarning {
  const message = `${lists} of ${records} values of ${name} are lists, which its settings rule out. Those of more than one value are left empty.`;
  return { code: 'BAD_VALUES', message };
}

/** The type that many values plainly have, in a field that is read as something else. */
function mixedType({ type }: FieldRow, field: FieldSummary): FieldRow['type'] | null {
  const { forms, values } = field;
  if (type !== 'text' && type !== 'keyword' && type !== 'enum' && type !== 'identifier') return null;
  const undecided = (['number', 'date'] as const).find(
    (each) => isUndecided(field, each) && isShare(forms[each], values, mixedPercent),
  );
  if (undecided !== undefined) return undecided;
  const counts = [
    ['number', forms.jsonNumber],
    ['date', forms.date],
    ['geo', forms.geo],
    ['children', forms.object],
  ] as const;
  return counts.find(([, count]) => isShare(count, values, mixedPercent) && count < values)?.[0] ?? null;
}
