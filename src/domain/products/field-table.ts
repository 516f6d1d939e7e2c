import { type FieldRole, type FieldType, type FieldWeight, type IdentifierFormat } from './settings';

/** Kinds of columns of a physical index. */
export const COLUMN_KINDS = ['keyword', 'number', 'date', 'geo', 'bool'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A field of a build: its type, its flags and the column that holds its values. */
export interface FieldRow {
  /** Names from the record down to the field; a name may hold any character. */
  path: string[];
  type: FieldType;
  /** Type that the records suggest. */
  inferredType: FieldType;
  origin: 'inferred' | 'set' | 'builtin';
  /** Records hold lists of values. */
  list: boolean;
  searchable: boolean;
  /** Tier in the ranking, of searchable fields; null for `secondary` by default. */
  weight: FieldWeight | null;
  role: FieldRole | null;
  facet: boolean;
  filterable: boolean;
  sortable: boolean;
  /** Unit of the values in the column, of number fields. */
  unit: string | null;
  /** Closed set of an enum. */
  values: string[] | null;
  format: IdentifierFormat | null;
  /** Share of the records that have a value, 0 to 1. */
  present: number;
  /** Differing values: exact up to 1,000, an estimate within 2 % above. */
  distinct: number;
  /** Up to three values, as JSON; empty for fields of access lists. */
  samples: unknown[];
  /** `f0` to `fN`; null for fields that are not filtered, counted, sorted or grouped by. */
  column: string | null;
}

/** Fields of a build. */
export interface FieldTable {
  /** Fields, parents before their children. */
  fields: FieldRow[];
  /** Path of the primary text field; null when there is none. */
  primary: string[] | null;
  /** Records that were read. */
  recordsSeen: number;
}

/** Kind of the column of a type; null for types that have none. */
export function columnKind(type: FieldType): ColumnKind | null {
  if (type === 'number' || type === 'date' || type === 'geo' || type === 'bool') return type;
  return type === 'keyword' || type === 'enum' || type === 'identifier' || type === 'url' ? 'keyword' : null;
}

/** Longest text that a column of texts holds, in UTF-16 units. */
export const keywordCharsMax = 8_191;

/** Facets above this number of differing values have no counts. */
export const facetValuesMax = 1_000;
