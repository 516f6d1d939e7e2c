import { mergeDistinct } from './distinct-counter';
import { mergeRuns } from './quiet-field';
import { mergeParts } from './text-lists';
import {
  createFieldSummary,
  EXAMPLE_FORMS,
  examplesMax,
  type FieldSummary,
  type RecordSummary,
  VALUE_FORMS,
} from './record-summary';
import { countField } from './too-many-fields';

/**
 * Makes the first summary that of the records of both, those of the second after those of the first. Any
 * split of records into summaries, merged in order, gives the summary of one pass.
 *
 * @throws TooManyFields
 */
export function mergeSummaries(into: RecordSummary, from: RecordSummary): void {
  into.records += from.records;
  into.longNames += from.longNames;
  mergeFields(into, into.fields, from.fields);
}

function mergeFields(
  summary: RecordSummary,
  into: Map<string, FieldSummary>,
  from: ReadonlyMap<string, FieldSummary>,
): void {
  for (const [name, other] of from) {
    let field = into.get(name);
    if (field === undefined) {
      countField(summary);
      field = createFieldSummary(other.path, { check: other.check?.field ?? null, isClosed: other.isClosed });
      into.set(name, field);
    }
    mergeField(field, other);
    mergeFields(summary, field.children, other.children);
  }
}

function mergeField(into: FieldSummary, from: FieldSummary): void {
  mergeParts(into, from);
  mergeRuns(into, from);
  into.records += from.records;
  into.values += from.values;
  into.lists += from.lists;
  into.dottedIcd10 += from.dottedIcd10;
  for (const form of VALUE_FORMS) into.forms[form] += from.forms[form];
  addCounts(into.units, from.units);
  addCounts(into.notations, from.notations);
  addCounts(into.formats, from.formats);
  mergeDistinct(into.distinct, from.distinct);
  const known = new Set(into.samples.map((sample) => JSON.stringify(sample)));
  into.samples.push(...from.samples.filter((sample) => !known.has(JSON.stringify(sample))));
  into.samples.splice(examplesMax);
  for (const form of EXAMPLE_FORMS) appendExamples(into.examples[form], from.examples[form]);
  if (into.check === null || from.check === null) return;
  into.check.values += from.check.values;
  into.check.bad += from.check.bad;
  appendExamples(into.check.examples, from.check.examples);
}

function appendExamples(into: string[], from: readonly string[]): void {
  into.push(...from.slice(0, examplesMax - into.length));
}

function addCounts<Key>(into: Map<Key, number>, from: ReadonlyMap<Key, number>): void {
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
}
