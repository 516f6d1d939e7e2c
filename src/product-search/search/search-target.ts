import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type FieldTable } from '../../domain/products/field-table';
import { type ObjectSettings } from '../../domain/products/settings';
import { type IsVisibleName, type ShownFields } from '../../domain/products/shown-fields';
import { type FilterFields, filterQuery, type FilterTree } from '../filters';
import { type Query } from './word-queries';

/** The build that a search asks. */
export interface SearchTarget {
  buildId: string;
  /** Name of its index in Elasticsearch. */
  physical: string;
  indexId: string;
  /** Version of the words that live writes have added; a search knows at least these. */
  wordsVersion: number;
  /** Settings of the index. */
  settings: ObjectSettings;
  /** Fields by which it answers: of those of the build, the ones that the key of the caller shows. */
  table: FieldTable;
  /** Fields that filters may use. */
  filterFields: FilterFields;
  /** The default field of groups, of which each record has a key; null without one. */
  groups: { field: string; isCoded: boolean } | null;
  /** Queries by which every read narrows: the records that the caller may see. */
  visible: readonly Query[];
  /** Fields that the key of the caller shows; to its caller no record has any other. */
  shown: ShownFields;
  /** Members of records that the caller gets. */
  members: ShownFields;
  /** Names of fields that answers may tell a caller who has not named them. */
  isVisibleName: IsVisibleName;
  /** Space of the vectors of titles; null without such. */
  vectors: EmbeddingSpace | null;
  organizationId: string;
  /** Equal searches get equal answers while nothing is written. */
  isDeterministic: boolean;
}

/** Filters that every hit passes: those of the access of the caller, and that of the request. */
export function filtersOf({ visible }: Pick<SearchTarget, 'visible'>, filter: FilterTree | null): Query[] {
  return [...visible, ...(filter === null ? [] : [filterQuery(filter)])];
}
