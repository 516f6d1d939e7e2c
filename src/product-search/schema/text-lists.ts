import { splitText } from '../values/column-value';
import { isLabel } from '../values/text-forms';
import {
  createDistinctCounter,
  countDistinct,
  countHash,
  distinctCount,
  mergeDistinct,
} from './distinct-counter';
import { type FieldSummary, type PartCount, type Separator, SEPARATORS } from './record-summary';

/** Longer texts are no lists of labels. */
const listCharsMax = 500;
const partCharsMax = 40;
/** Percent of the values of a list column that have more than one part. */
const listedPercent = 10;
/** Percent of the values that have to be lists of labels. */
const fitPercent = 98;
/**
 * Differing parts are at most so large a share of what they would be if no value had a part of another one.
 */
const sharedMax = 0.8;

/** Counts the parts of a text that the field has not counted among its values yet. @param hash of the text */
export function observeParts(
  field: Pick<FieldSummary, 'parted' | 'values' | 'distinct'>,
  text: string,
  hash: number,
): void {
  for (const separator of SEPARATORS) {
    const known = field.parted.get(separator);
    if (!text.includes(separator)) {
      if (known !== undefined) {
        known.parts += 1;
        countHash(known.distinct, hash);
      }
      continue;
    }
    const count = known ?? wholeValues(field);
    if (known === undefined) field.parted.set(separator, count);
    count.values += 1;
    const parts = text.length > listCharsMax ? [] : splitText(text, separator);
    if (parts.length > 1 && parts.every((part) => part.length <= partCharsMax && isLabel(part)))
      addParts(count, parts);
    else {
      count.misfits += 1;
      count.parts += 1;
    }
  }
}

function addParts(count: PartCount, parts: readonly string[]): void {
  count.parts += parts.length;
  for (const part of parts) countDistinct(count.distinct, part);
}

/** The count of values none of which has the separator. */
function wholeValues({ values, distinct }: Pick<FieldSummary, 'values' | 'distinct'>): PartCount {
  const count: PartCount = { values: 0, misfits: 0, parts: values, distinct: createDistinctCounter() };
  mergeDistinct(count.distinct, distinct);
  return count;
}

/** Makes the first field's counts those of both, before their values are added up. */
export function mergeParts(into: FieldSummary, from: FieldSummary): void {
  for (const separator of SEPARATORS) {
    const [own, other] = [into.parted.get(separator), from.parted.get(separator)];
    if (own === undefined && other === undefined) continue;
    const sum = own ?? wholeValues(into);
    const added = other ?? wholeValues(from);
    sum.values += added.values;
    sum.misfits += added.misfits;
    sum.parts += added.parts;
    mergeDistinct(sum.distinct, added.distinct);
    into.parted.set(separator, sum);
  }
}

/** A field whose values are lists in one text. */
export interface TextList {
  separator: Separator;
  /** Single values, and how many of them differ. */
  parts: number;
  distinct: number;
}

/** How the values of a field are lists in one text whose parts repeat; null where they are none. */
export function textListOf(field: FieldSummary): TextList | null {
  const { values, forms } = field;
  for (const separator of SEPARATORS) {
    const count = field.parted.get(separator);
    if (count === undefined || count.values * 100 < values * listedPercent) continue;
    const fitting = values - count.misfits;
    if (fitting * 100 < values * fitPercent || forms.object > 0) continue;
    const distinct = distinctCount(count.distinct);
    const unshared = (distinctCount(field.distinct) * count.parts) / values;
    if (distinct * 2 <= count.parts && distinct <= unshared * sharedMax)
      return { separator, parts: count.parts, distinct };
  }
  return null;
}
