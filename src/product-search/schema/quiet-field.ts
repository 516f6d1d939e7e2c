import { type FieldType } from '../../domain/products/settings';
import { isCounterName, nameMeaning } from '../records/id-code';
import { distinctCount } from './distinct-counter';
import { type FieldSummary } from './record-summary';
import { isShare } from './infer-type';

/** Records of which one value is no longer an accident. */
const constantRecordsMin = 50;
/**
 * Percent of the records that have the value: that a record has one says something where others have none.
 */
const constantPercent = 98;
const counterValuesMin = 10;
/** Names of addresses of pages and of parts of them, which repeat the title. */
const addressName =
  /(?:^|[ _-])(?:ur[il]|href|url[ _-]?(?:key|path|rewritten)|slug|permalink|link[ _-]?rewrite)$/i;
/** Names of places in a list that shops sort by. */
const orderName = /(?:^|[ _-])(?:sort|display|menu)[ _-]?order$/i;

/** Adds a value to a run. */
export function addToRun(field: Pick<FieldSummary, 'run'>, value: number): void {
  const { run } = field;
  if (run === null) field.run = { first: value, last: value, count: 1 };
  else if (value === run.last + 1) {
    run.last = value;
    run.count += 1;
  }
}

/** Makes the first run that of both, the second after the first. */
export function mergeRuns(into: Pick<FieldSummary, 'run'>, from: Pick<FieldSummary, 'run'>): void {
  if (into.run === null || from.run === null) into.run ??= from.run === null ? null : { ...from.run };
  else if (from.run.first === into.run.last + 1) {
    into.run.last = from.run.last;
    into.run.count += from.run.count;
  }
}

/**
 * Whether a field says nothing that shoppers look for: a constant, a counter of rows, a numeric code, a part
 * of an address. Such fields are neither searched nor facets, unless settings say so.
 */
export function isQuiet(field: FieldSummary, type: FieldType, records: number): boolean {
  const { values, forms, name, run } = field;
  if (records >= constantRecordsMin && distinctCount(field.distinct) === 1)
    return field.lists === 0 && isShare(field.records, records, constantPercent);
  if (addressName.test(name)) return true;
  if (type !== 'number' || field.units.size > 0 || forms.whole < values) return false;
  const isRun = run !== null && run.count === values && values >= counterValuesMin;
  return isRun || isCounterName(name) || orderName.test(name) || nameMeaning(name) === 'id';
}
