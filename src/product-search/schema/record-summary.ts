import { recordDepthMax } from '../../domain/products/limits';
import { type DateOrder, type DecimalMark } from '../../domain/products/field-table';
import { type IdentifierFormat } from '../../domain/products/settings';
import { type ValueField } from '../values/column-value';
import { createDistinctCounter, type DistinctCounter } from './distinct-counter';
import { type DeclaredFields, nothingDeclared } from './declared-fields';

/** Forms that a value may have; one value may have several of them. */
export const VALUE_FORMS = [
  'bool',
  'number',
  /** JSON numbers, which are counted under `number` too. */
  'jsonNumber',
  'date',
  'geo',
  'url',
  'code',
  'enum',
  'label',
  /** Short text of several words. */
  'phrase',
  /** Whole numbers without signs. */
  'whole',
  /** Numbers of articles with their check digit: EAN, UPC, GTIN. */
  'gtin',
  'object',
] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** Forms of which values that lack them are kept as examples. */
export const EXAMPLE_FORMS = ['bool', 'number', 'date', 'geo'] as const;
export type ExampleForm = (typeof EXAMPLE_FORMS)[number];

/** Values that a summary repeats: samples, examples of bad values. */
export const examplesMax = 3;

/**
 * What single values tell about how a field writes numbers and dates; values that tell nothing do not count.
 */
export type NotationForm =
  | DecimalMark
  /** A number of money with three digits behind its only mark, and numbers of JSON with decimals. */
  | `likely ${DecimalMark}`
  /** A number that has another value by each mark. */
  | 'open mark'
  /** A time of several parts. */
  | 'duration'
  | `${DateOrder} first`
  /** A date that is another day by each order. */
  | 'open order';

/** Whole numbers of a field, as far as each is the one before plus one. */
export interface NumberRun {
  first: number;
  last: number;
  /** Values of the run; a run that is broken has fewer than the field. */
  count: number;
}

/** Signs between the values of a list in one text, the one that is rarer in texts first. */
export const SEPARATORS = ['|', ';', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Values of a field as lists by one separator. */
export interface PartCount {
  /** Values that have the separator. */
  values: number;
  /** Values that have it and are no list of labels. */
  misfits: number;
  /** Parts of all values; a value without the separator is one part. */
  parts: number;
  distinct: DistinctCounter;
}

/** Facts about one field, gathered over records. All of it can be added up. */
export interface FieldSummary {
  name: string;
  path: readonly string[];
  records: number;
  /** Single values, elements of lists counted one by one; empty ones do not count. */
  values: number;
  /** Members that were lists. */
  lists: number;
  forms: Record<ValueForm, number>;
  /** Values with a unit, by its symbol. */
  units: Map<string, number>;
  notations: Map<NotationForm, number>;
  /** Values as lists in one text, by separator; only of those that a value has. */
  parted: Map<Separator, PartCount>;
  /** Null before the first whole number. */
  run: NumberRun | null;
  formats: Map<IdentifierFormat, number>;
  /** Values in the form of ICD-10 that have its dot, without which many codes look like it. */
  dottedIcd10: number;
  distinct: DistinctCounter;
  /** The first differing values. */
  samples: unknown[];
  /** The first values without each form, as messages show them. */
  examples: Record<ExampleForm, string[]>;
  /** Check of values by a type that was known beforehand. */
  check: { field: ValueField; values: number; bad: number; examples: string[] } | null;
  children: Map<string, FieldSummary>;
  /** Members below it are no fields: the settings skip it, or it is as deep as records may be. */
  isClosed: boolean;
  /** Number of the last record with a value, so that lists of objects count a record once. */
  lastRecord: number;
}

/** Facts about the fields of records, gathered in one pass; see `addRecord`. */
export interface RecordSummary {
  records: number;
  fields: Map<string, FieldSummary>;
  /** Fields, nested ones counted. */
  fieldCount: number;
  /** Members left out because their name is too long. */
  longNames: number;
  declared: DeclaredFields;
}

export function createSummary(declared: DeclaredFields = nothingDeclared): RecordSummary {
  return { records: 0, fields: new Map(), fieldCount: 0, longNames: 0, declared };
}

/** A summary of a field that no record has. */
export function createFieldSummary(
  path: readonly string[],
  { check = null, isClosed = false }: { check?: ValueField | null; isClosed?: boolean } = {},
): FieldSummary {
  return {
    name: path.at(-1)!,
    path,
    records: 0,
    values: 0,
    lists: 0,
    forms: Object.fromEntries(VALUE_FORMS.map((form) => [form, 0])) as Record<ValueForm, number>,
    units: new Map(),
    notations: new Map(),
    parted: new Map(),
    run: null,
    formats: new Map(),
    dottedIcd10: 0,
    distinct: createDistinctCounter(),
    samples: [],
    examples: { bool: [], number: [], date: [], geo: [] },
    check: check === null ? null : { field: check, values: 0, bad: 0, examples: [] },
    children: new Map(),
    isClosed: isClosed || path.length >= recordDepthMax,
    lastRecord: 0,
  };
}
