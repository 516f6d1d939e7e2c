import { LRUCache } from 'lru-cache';
import { type BlobStore } from '../../../blobs';
import { type Config } from '../../../config';
import { type Metrics } from '../../../metrics';
import { type QueryEmbedders } from '../../../models';
import {
  createFacetTurns,
  createQueryVectors,
  createSeenColumns,
  createSummaryCache,
  createWordLists,
  type FilterFields,
  type QueryVectors,
  type SearchTarget,
  type SeenColumns,
  shopperKeyOf,
  type SummaryCache,
  type TakeTurn,
  type WordLists,
} from '../../../product-search';
import { type Stores } from '../../../stores';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';

/**
 * What one process keeps of product search from one request to the next. A build never changes its fields:
 * what is made of one is kept under its id, and the least recently used is forgotten.
 */
export interface SearchState {
  /** Rows of the indexes that were searched last, by tenant and name. */
  rows: LRUCache<string, ProductIndexRow>;
  /** Fields of builds, by build, version of the settings, and share of the fields that a caller sees. */
  buildFields: LRUCache<string, BuildFields>;
  /** Paths of the fields of builds that writes were checked against, by build. */
  fieldPaths: LRUCache<string, ReadonlySet<string>>;
  /** Summaries of the records of builds. */
  summaries: SummaryCache;
  /** Columns in which visible records were seen to have values. */
  seenColumns: SeenColumns;
  queryVectors: QueryVectors;
  wordLists: WordLists;
  /** Turns of requests that count facets. */
  facetTurns: TakeTurn;
  /** Key under which shoppers are hashed. */
  shopperKey: Buffer;
}

/** Parts of a target that are equal for all callers who see the same share of records and fields. */
export interface BuildFields extends Pick<
  SearchTarget,
  'settings' | 'table' | 'groups' | 'vectors' | 'isVisibleName'
> {
  /** For callers who see every record, and for those who see a part of them. */
  filterFields: { ofAll: FilterFields; ofSome: FilterFields };
}

/** Characters of settings and assignments of the rows that are kept. */
const rowsCharsMax = 32 * 1024 * 1024;
/** Memory of a row beside its settings, in characters. */
const rowChars = 2_000;
/** Fields of the builds that are kept. */
const buildFieldsMax = 100_000;
/** Builds whose paths of fields are kept. */
const fieldPathsMax = 200;

/** Makes the state with which a process begins. */
export function createSearchState({
  config,
  queryEmbedders,
  blobs,
  metrics,
  stores,
}: {
  config: Pick<Config, 'PRODUCT_SIMILARITY_MIN' | 'PRODUCT_WORDS_MB' | 'SIGNING_KEY'>;
  queryEmbedders: QueryEmbedders;
  blobs: BlobStore;
  metrics: Metrics;
  stores: Stores;
}): SearchState {
  return {
    rows: new LRUCache({
      maxSize: rowsCharsMax,
      sizeCalculation: ({ settings, assignment }) =>
        rowChars + settings.length + (assignment?.text.length ?? 0),
    }),
    buildFields: new LRUCache({
      maxSize: buildFieldsMax,
      sizeCalculation: ({ table }) => table.fields.length + 1,
    }),
    fieldPaths: new LRUCache({ max: fieldPathsMax }),
    summaries: createSummaryCache(),
    seenColumns: createSeenColumns(),
    queryVectors: createQueryVectors(queryEmbedders, config.PRODUCT_SIMILARITY_MIN ?? null),
    wordLists: createWordLists({ ...stores, blobs, metrics }, config.PRODUCT_WORDS_MB * 1024 * 1024),
    facetTurns: createFacetTurns(),
    shopperKey: shopperKeyOf(Buffer.from(config.SIGNING_KEY, 'base64')),
  };
}
