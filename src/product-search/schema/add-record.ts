import { fieldNameCharsMax, recordDepthMax } from '../../domain/products/limits';
import { isPlaceholder, shownValue, valueFault, valuesOf } from '../values/column-value';
import { checkedField, fieldName } from './declared-fields';
import { observeValue } from './observe-value';
import { createFieldSummary, examplesMax, type FieldSummary, type RecordSummary } from './record-summary';
import { countField } from './too-many-fields';

/**
 * Adds a record to a summary. Members deeper than records may be are left out, and so are those whose name is
 * longer than 512 characters, and members of objects that the settings skip.
 *
 * @param record a JSON object as `JSON.parse` makes it
 * @throws TooManyFields
 */
export function addRecord(summary: RecordSummary, record: object): void {
  summary.records += 1;
  addMembers(summary, summary.fields, record, []);
}

function addMembers(
  summary: RecordSummary,
  fields: Map<string, FieldSummary>,
  owner: object,
  path: readonly string[],
): void {
  for (const name of Object.keys(owner)) {
    const member = (owner as Record<string, unknown>)[name];
    if (name.length > fieldNameCharsMax) {
      summary.longNames += 1;
      continue;
    }
    let field = fields.get(name);
    if (field === undefined) {
      countField(summary);
      const fieldPath = [...path, name];
      const { declared } = summary;
      field = createFieldSummary(fieldPath, {
        check: checkedField(declared, fieldPath),
        isClosed: declared.skipped.has(fieldName(fieldPath)),
      });
      fields.set(name, field);
    }
    addMember(summary, field, member);
  }
}

function addMember(summary: RecordSummary, field: FieldSummary, member: unknown): void {
  if (field.check !== null) checkMember(field.check, member);
  if (Array.isArray(member)) {
    field.lists += 1;
    addList(summary, field, member, 1);
  } else addValue(summary, field, member);
}

function addList(summary: RecordSummary, field: FieldSummary, list: readonly unknown[], depth: number): void {
  if (observeValue(field, list)) {
    noteRecord(summary, field);
    return;
  }
  for (const element of list)
    if (!Array.isArray(element)) addValue(summary, field, element);
    else if (depth < recordDepthMax) addList(summary, field, element, depth + 1);
}

function addValue(summary: RecordSummary, field: FieldSummary, value: unknown): void {
  if (!observeValue(field, value)) return;
  noteRecord(summary, field);
  if (typeof value === 'object' && value !== null && !field.isClosed)
    addMembers(summary, field.children, value, field.path);
}

function noteRecord(summary: RecordSummary, field: FieldSummary): void {
  if (field.lastRecord === summary.records) return;
  field.lastRecord = summary.records;
  field.records += 1;
}

function checkMember(check: NonNullable<FieldSummary['check']>, member: unknown): void {
  for (const value of valuesOf(check.field.type, member)) {
    if (check.field.type !== 'enum' && isPlaceholder(value)) continue;
    check.values += 1;
    if (valueFault(check.field, value) === null) continue;
    check.bad += 1;
    if (check.examples.length < examplesMax) check.examples.push(shownValue(value));
  }
}
