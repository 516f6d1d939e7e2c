import { type FieldRole, type FieldType, type FieldWeight, type IdentifierFormat } from './settings';

/** Kinds of columns of a physical index. */
export const COLUMN_KINDS = ['keyword', 'number', 'date', 'geo', 'bool'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Sign between whole numbers and decimals. */
export type DecimalMark = 'point' | 'comma';

/** Whether `03/04/2024` begins with its day or with its month. */
export type DateOrder = 'day' | 'month';

/** How the texts of a field write their values, as the whole column agrees; null where it decides nothing. */
export interface Notation {
  decimalMark: DecimalMark | null;
  dateOrder: DateOrder | null;
  /** Sign between the values of a list in one text. */
  separator: string | null;
}

/** A field of a build: its type, its flags and the column of its values. */
export interface FieldRow {
  /** Names from the record down to the field; a name may contain any character. */
  path: string[];
  type: FieldType;
  /** Type inferred from the records. */
  inferredType: FieldType;
  origin: 'inferred' | 'set' | 'builtin';
  /** Whether records hold lists of values. */
  list: boolean;
  searchable: boolean;
  /** Ranking tier of a searchable field; null for the default, `secondary`. */
  weight: FieldWeight | null;
  role: FieldRole | null;
  facet: boolean;
  filterable: boolean;
  sortable: boolean;
  /** Unit of the values in the column; number fields only. */
  unit: string | null;
  /** Closed set of values of an enum. */
  values: string[] | null;
  format: IdentifierFormat | null;
  /** Absent where values are written in one way only, and in tables of builds before there were notations. */
  notation?: Notation;
  /** Share of the records that have a value, 0 to 1. */
  present: number;
  /** Number of distinct values: exact up to 1,000, above that an estimate within 2 %. */
  distinct: number;
  /** Up to three values, as JSON; empty for the fields of access lists. */
  samples: unknown[];
  /** `f0` to `fN`; null for fields that are not filtered, counted, sorted or grouped by. */
  column: string | null;
}

export interface FieldTable {
  /** Parents come before their children. */
  fields: FieldRow[];
  /** Path of the primary text field; null without one. */
  primary: string[] | null;
  /** Number of records that the fields were inferred from. */
  recordsSeen: number;
}

/** Kind of the column for values of a type; null for types without a column. */
export function columnKind(type: FieldType): ColumnKind | null {
  if (type === 'number' || type === 'date' || type === 'geo' || type === 'bool') return type;
  return type === 'keyword' || type === 'enum' || type === 'identifier' || type === 'url' ? 'keyword' : null;
}

/** Longest text in a keyword column, in UTF-16 units. */
export const keywordCharsMax = 8_191;

/** Most distinct values of a field whose facet has counts. */
export const facetValuesMax = 1_000;
