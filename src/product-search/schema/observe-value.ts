import { isEvidentBool } from '../values/bool';
import { isPlaceholder, scalarText, shownValue } from '../values/column-value';
import { isNamedDate, readDateText } from '../values/date';
import { isEvidentGeo } from '../values/geo';
import { identifierFormat, isGtin } from '../values/identifier-formats';
import { readNumber } from '../values/number';
import { isWhole, isCode, isEnumValue, isLabel, isLink, isPhrase } from '../values/text-forms';
import { countHash } from './distinct-counter';
import { hashText } from './value-hash';
import { countJsonMark, countMark, countOrder } from './notation';
import { addToRun } from './quiet-field';
import { observeParts } from './text-lists';
import { EXAMPLE_FORMS, examplesMax, type FieldSummary } from './record-summary';

/** Longest text of a sample, in characters. */
const sampleCharsMax = 200;

/**
 * Counts the forms of one value of a field.
 *
 * @returns false for values that do not count: empty ones, and lists that are no place
 */
export function observeValue(field: FieldSummary, value: unknown): boolean {
  if (isPlaceholder(value)) return false;
  const { forms } = field;
  const before = { bool: forms.bool, number: forms.number, date: forms.date, geo: forms.geo };
  if (typeof value === 'string') observeText(field, value);
  else if (typeof value === 'number') observeNumber(field, value);
  else if (typeof value === 'boolean') countForms(field, 'bool', 'enum', 'label');
  else if (isEvidentGeo(field.name, value)) forms.geo += 1;
  else if (Array.isArray(value)) return false;
  if (typeof value === 'object' && !Array.isArray(value)) forms.object += 1;
  const text = scalarText(value) ?? (forms.geo > before.geo ? JSON.stringify(value) : null);
  const hash = text === null ? null : hashText(text);
  if (typeof value === 'string') observeParts(field, value, hash!);
  field.values += 1;
  for (const form of EXAMPLE_FORMS) {
    const examples = field.examples[form];
    if (examples.length < examplesMax && forms[form] === before[form]) examples.push(shownValue(value));
  }
  if (hash !== null) {
    countHash(field.distinct, hash);
    keepSample(field, value);
  }
  return true;
}

function countForms({ forms }: FieldSummary, ...names: (keyof FieldSummary['forms'])[]): void {
  for (const name of names) forms[name] += 1;
}

function observeNumber(field: FieldSummary, value: number): void {
  countForms(field, 'code', 'enum', 'label');
  if (isEvidentBool(field.name, value)) field.forms.bool += 1;
  if (isNamedDate(field.name, value)) field.forms.date += 1;
  else {
    countForms(field, 'number', 'jsonNumber');
    countJsonMark(field, value);
    observeWhole(field, String(value));
  }
}

function observeWhole(field: FieldSummary, text: string): void {
  if (!isWhole(text)) return;
  field.forms.whole += 1;
  if (isGtin(text)) field.forms.gtin += 1;
  addToRun(field, Number(text));
}

function observeText(field: FieldSummary, text: string): void {
  const { forms, name } = field;
  if (isEvidentBool(name, text)) forms.bool += 1;
  if (isEnumValue(text)) forms.enum += 1;
  if (isLabel(text)) forms.label += 1;
  if (isPhrase(text)) forms.phrase += 1;
  if (isLink(text)) forms.url += 1;
  else if (isCode(text)) forms.code += 1;
  observeWhole(field, text);
  const date = isNamedDate(name, text) ? null : readDateText(text);
  if (date !== null) countOrder(field, date);
  if (date !== null || isNamedDate(name, text)) forms.date += 1;
  else observeNumberText(field, text);
  if (isEvidentGeo(name, text)) forms.geo += 1;
  const format = identifierFormat(text);
  if (format === null) return;
  field.formats.set(format, (field.formats.get(format) ?? 0) + 1);
  if (format === 'icd10' && text.includes('.')) field.dottedIcd10 += 1;
}

function observeNumberText(field: FieldSummary, text: string): void {
  const { forms, units } = field;
  const reading = readNumber(text);
  if (reading?.isPlain !== true) return;
  forms.number += 1;
  countMark(field, reading);
  const symbol = reading.unit?.symbol;
  if (symbol !== undefined) units.set(symbol, (units.get(symbol) ?? 0) + 1);
}

function keepSample({ samples }: FieldSummary, value: unknown): void {
  if (samples.length >= examplesMax) return;
  const sample = typeof value === 'string' ? value.slice(0, sampleCharsMax) : value;
  if (samples.includes(sample)) return;
  const key = JSON.stringify(sample);
  if (key.length > 2 * sampleCharsMax) return;
  if (!samples.some((known) => JSON.stringify(known) === key)) samples.push(sample);
}
