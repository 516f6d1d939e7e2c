import { type estypes } from '@elastic/elasticsearch';
import { AUTO_RATIO, type QuerySettings } from '../../domain/documents/query';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { type SearchAnswer, type StemLanguage } from '../../stores/documents/search-index';
import { type AskedKey, type MetadataFilter } from '../filter';
import { isKeywordPage, keywordQuery, tellingChunksMax, tellingWords } from '../ranking';
import { ruleQuery } from './boost-rules';
import { filterScope, type SearchQuery } from './filter-scope';
import { keyProbes } from './key-probes';

/** Time limit of one search within Elasticsearch. */
const searchTimeout = '10s';
/** Factor of candidates for a search in a graph of vectors; without a graph it has no effect. */
const graphFactor = 2;
const graphCandidatesMax = 10_000;

type Search = Omit<estypes.SearchRequest, 'index'>;

/** Facts of a query from which its searches are built. */
export interface PlannedQuery {
  view: CollectionView;
  text: string;
  /** Languages whose stems are searched too. */
  stemLanguages: readonly StemLanguage[];
  /** Null leaves the dense leg out. */
  vector: Float32Array | null;
  settings: QuerySettings;
  filter: MetadataFilter | null;
  /** Further conditions of every hit; empty but for queries about a chunk. */
  exclusions: readonly SearchQuery[];
  /** Keys of the filter. */
  askedKeys: readonly AskedKey[];
  /** Number of hits of each leg. */
  depth: number;
  /** Documents whose chunks are excluded; null the first time, when rules and keys are checked too. */
  doneDocuments: readonly string[] | null;
}

/** Answers of the two legs; null for a leg without weight. */
export interface LegAnswers {
  keyword: SearchAnswer | null;
  dense: SearchAnswer | null;
}

/** The answers of the search index to all searches of a query. */
export interface PlanAnswers extends LegAnswers {
  /** Number of chunks with the telling words of the query, up to a bound; null unless the ratio depends on it. */
  tellingChunks: number | null;
  /**
   * For each boost rule, the number of chunks that it names, and the best of them if the rule brings
   * candidates of its own.
   */
  rules: (LegAnswers & { matched: number })[];
  /** Keys of the filter that do not exist, or lack a value that they are compared with. */
  unfoundKeys: string[];
}

/** Searches of one request, and the function that assigns their answers. */
export interface SearchPlan {
  searches: Search[];
  read(answers: readonly SearchAnswer[]): PlanAnswers;
}

export function planSearches(query: PlannedQuery): SearchPlan {
  const { view, settings, filter, exclusions, depth, doneDocuments } = query;
  const scope = [...filterScope(view, settings, filter), ...exclusions, ...without(doneDocuments ?? [])];
  const searches: Search[] = [];
  /** Adds a search. The returned function finds its answer in the list of all answers. */
  const add = (search: Search | null) => {
    if (search === null) return () => null;
    const at = searches.push({ ...search, timeout: searchTimeout }) - 1;
    return (answers: readonly SearchAnswer[]) => answers[at]!;
  };

  const keyword = add(keywordLeg(query, scope, depth));
  const dense = add(denseLeg(query, scope, depth, settings.minCosine));
  const telling = add(
    settings.semanticRatio === AUTO_RATIO && doneDocuments === null ? tellingChunks(query, scope) : null,
  );
  const rules = (doneDocuments === null ? settings.boost : []).map((rule) => {
    const named = [...scope, ruleQuery(view, rule)];
    const pulled = 'chunkIds' in rule ? rule.chunkIds.length : pulledOf(rule.reserve, settings);
    const count = add(namedLeg(query, named, pulled));
    const nearest = add(pulled === 0 ? null : denseLeg(query, named, pulled, null));
    return (answers: readonly SearchAnswer[]) => {
      const answer = count(answers)!;
      return { matched: totalOf(answer), keyword: answer, dense: nearest(answers) };
    };
  });
  const probes = doneDocuments === null ? keyProbes(view, query.askedKeys) : [];
  const found = probes.map((probe) => {
    const exists = add({ query: probe.query, size: 0, terminate_after: 1, track_total_hits: 1 });
    return (answers: readonly SearchAnswer[]) => totalOf(exists(answers)!) > 0;
  });

  return {
    searches,
    read: (answers) => ({
      tellingChunks: totalOrNull(telling(answers)),
      keyword: keyword(answers),
      dense: dense(answers),
      rules: rules.map((read) => read(answers)),
      unfoundKeys: probes.flatMap(({ key }, at) => (found[at]!(answers) ? [] : [key])),
    }),
  };
}

/** Only these columns are read, so that no stored row has to be decompressed. */
const columns: Search = {
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: ['version', 'document', 'index'],
};

/** A total order of hits: without it, ties at the end of a page would be cut by the order of storage. */
const inAnswerOrder: Search = {
  ...columns,
  docvalue_fields: ['version'],
  sort: ['_score', { document: 'asc' }, { index: 'asc' }],
};

/** The columns of a hit, in either form in which they were requested. */
export function columnsOf({ fields = {}, sort = [] }: estypes.SearchHit): {
  versionId: string;
  documentId: string;
  chunkIndex: number;
} {
  const { version, document, index } = fields as Partial<Record<string, [string | number]>>;
  const [, sortedDocument, sortedIndex] = sort;
  return {
    versionId: String(version![0]),
    documentId: String(document?.[0] ?? sortedDocument),
    chunkIndex: Number(index?.[0] ?? sortedIndex),
  };
}

function keywordLeg(
  { text, stemLanguages, settings }: Pick<PlannedQuery, 'text' | 'stemLanguages' | 'settings'>,
  scope: SearchQuery[],
  size: number,
): Search | null {
  if (settings.semanticRatio === 1) return null;
  const query = { bool: { must: [keywordQuery(text, stemLanguages)], filter: scope } };
  return { query, size, track_total_hits: false, ...(isKeywordPage(settings) ? inAnswerOrder : columns) };
}

function denseLeg(
  { vector }: Pick<PlannedQuery, 'vector'>,
  scope: SearchQuery[],
  size: number,
  minCosine: number | null,
): Search | null {
  if (vector === null) return null;
  const knn = {
    field: 'vector',
    query_vector: Array.from(vector),
    k: size,
    num_candidates: Math.min(size * graphFactor, graphCandidatesMax),
    filter: scope,
    ...(minCosine !== null && { similarity: minCosine }),
  };
  return { query: { knn }, size, track_total_hits: false, ...columns };
}

/** Counts the chunks with the telling words of the query. */
function tellingChunks({ text }: Pick<PlannedQuery, 'text'>, scope: SearchQuery[]): Search {
  const query = { bool: { filter: [...scope, tellingWords(text).query] } };
  return { query, size: 0, track_total_hits: tellingChunksMax };
}

/** Counts the chunks that a rule names, and finds the best matches among them. */
function namedLeg(
  { text, stemLanguages, settings }: Pick<PlannedQuery, 'text' | 'stemLanguages' | 'settings'>,
  named: SearchQuery[],
  size: number,
): Search {
  const should = size === 0 || settings.semanticRatio === 1 ? [] : [keywordQuery(text, stemLanguages)];
  return { query: { bool: { filter: named, should } }, size, track_total_hits: true, ...columns };
}

/** Candidates that a rule brings so that its reserve can be filled, even with a bound per document. */
function pulledOf(reserve: number, { limit, maxChunksPerDocument }: QuerySettings): number {
  if (reserve === 0) return 0;
  return maxChunksPerDocument === null ? reserve : Math.max(reserve, limit) * 2;
}

function without(documents: readonly string[]): SearchQuery[] {
  return documents.length === 0 ? [] : [{ bool: { must_not: [{ terms: { document: [...documents] } }] } }];
}

const totalOrNull = (answer: SearchAnswer | null) => (answer === null ? null : totalOf(answer));

function totalOf({ hits: { total } }: SearchAnswer): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}
