import { type ConstraintMode } from '../constraints/query-constraints';
import { type Grouping } from '../groups/grouping';
import { type HighlightStyle } from '../matches/highlight';
import { type FilterTree } from '../filters';
import { type PreferStrength } from './weights';

/** An order by the values of a field, before the ranking. */
export interface SortKey {
  /** Name of the field, with dots. */
  field: string;
  order: 'asc' | 'desc';
}

/** Records that rise. */
export interface WantedPreference {
  filter: FilterTree;
  strength: PreferStrength;
}

/** A search of one build, whose filters have been checked against its fields. */
export interface SearchRequest {
  query: string;
  /** From 0. */
  page: number;
  perPage: number;
  /** Null: all records. */
  filter: FilterTree | null;
  preferences: WantedPreference[];
  sort: SortKey[];
  /** Null: records are hits one by one. */
  grouping: Grouping | null;
  typos: boolean;
  /** Equals are sorted by their closeness in meaning, and near records follow those with words. */
  usesMeaning: boolean;
  /** Effect of amounts in the query. */
  constraints: ConstraintMode;
  /** Null: no highlights. */
  highlight: HighlightStyle | null;
  isExplained: boolean;
}
