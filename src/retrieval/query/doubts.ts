import { type estypes } from '@elastic/elasticsearch';
import { type BoostRule, type QueryWarning } from '../../domain/documents/query';
import { chunkId } from '../../stores/documents/contents/chunks';
import { type SearchAnswer, visibleRows } from '../../stores/documents/search-index';
import { type AskedKey, type FilterValue, isBuiltIn, typeOf, VALUE_TYPES, type ValueType } from '../filter';
import { isDocumentField, isPublicField, ruleQuery } from './boost-rules';
import {
  chunksUnknown,
  documentsUnknown,
  filterKeyUnknown,
  filterTypeMismatch,
  ruleKeyUnknown,
  ruleTypeMismatch,
} from './doubt-warnings';
import { keySearch, typeSearch } from './key-probes';
import { type PreparedQuery, type QueryRun, searchTimeoutMs } from './query-run';

/** Names and ids of a query for which the first searches have found nothing, or fewer than it names. */
export interface Doubts {
  keys: ReadonlySet<string>;
  /** Indexes of boost rules with ids of chunks or documents. */
  rules: readonly number[];
}

type Search = Omit<estypes.SearchRequest, 'index'>;

/** What a collection has under a key of metadata. */
interface KeyFacts {
  isThere: boolean;
  types: ReadonlySet<ValueType>;
}

/**
 * The doubts of a query.
 *
 * @param unfound keys of the filter without a match for a value or type
 * @param matched for each boost rule, the number of chunks that it names
 */
export function doubtsOf(
  boost: readonly BoostRule[],
  { unfound, matched }: { unfound: readonly string[]; matched: readonly number[] },
): Doubts {
  const keys = new Set(unfound);
  const rules: number[] = [];
  for (const [at, rule] of boost.entries()) {
    const found = matched[at] ?? 0;
    if ('chunkIds' in rule) {
      if (found < new Set(rule.chunkIds).size) rules.push(at);
    } else if (isDocumentField(rule.field)) {
      if (found === 0 || rule.values.length > 1) rules.push(at);
    } else if (found === 0 && !isPublicField(rule.field)) keys.add(rule.field);
  }
  return { keys, rules };
}

/**
 * Resolves the doubts of a query with one more request, if there are any. Returns warnings about names and
 * ids that the collection lacks, and about values whose type a key never has.
 *
 * @param asked keys of the filter
 */
export async function settleDoubts(
  { deps, query, signal }: Pick<QueryRun, 'deps' | 'query' | 'signal'>,
  { keys, rules }: Doubts,
  asked: readonly AskedKey[],
): Promise<QueryWarning[]> {
  const { view, settings } = query;
  const searches: Search[] = [];
  const add = (search: Search) => {
    const at = searches.push(search) - 1;
    return (answers: readonly SearchAnswer[]) => answers[at]!;
  };
  const isFound = (wanted: Search['query']) => {
    const answer = add({ query: wanted!, size: 0, terminate_after: 1, track_total_hits: 1 });
    return (answers: readonly SearchAnswer[]) => totalOf(answer(answers)) > 0;
  };
  const ofKeys = [...keys].map((key) => {
    const isThere = isFound(keySearch(view, key));
    const types = VALUE_TYPES.map((type) => [type, isFound(typeSearch(view, key, type))] as const);
    return (answers: readonly SearchAnswer[]): [string, KeyFacts] => [
      key,
      {
        isThere: isThere(answers),
        types: new Set(types.flatMap(([type, found]) => (found(answers) ? [type] : []))),
      },
    ];
  });
  const ofRules = rules.map((at) => [at, add(namedIds(query, settings.boost[at]!))] as const);
  const answers =
    searches.length === 0
      ? []
      : await deps.search.searchMany(
          view.map(({ namespace }) => namespace),
          searches,
          { signal, timeoutMs: searchTimeoutMs },
        );
  const facts = new Map(ofKeys.map((read) => read(answers)));
  const found = new Map(ofRules.map(([at, read]) => [at, idsOf(read(answers))]));
  return [
    ...asked.flatMap((key) => filterWarnings(key, facts.get(key.key))),
    ...settings.boost.flatMap((rule, at) => ruleWarnings(rule, at, facts, found.get(at))),
  ];
}

/** Search for the chunks that a rule names by id, or for one chunk of each document. */
function namedIds({ view }: PreparedQuery, rule: BoostRule): Search {
  const isByChunk = 'chunkIds' in rule;
  return {
    query: { bool: { filter: [visibleRows(view), ruleQuery(view, rule)] } },
    size: isByChunk ? rule.chunkIds.length : rule.values.length,
    track_total_hits: false,
    _source: false,
    docvalue_fields: ['document', 'index'],
    ...(!isByChunk && { collapse: { field: 'document' } }),
  };
}

/** Ids of documents and chunks in an answer to {@link namedIds}. */
function idsOf(answer: SearchAnswer): Set<string> {
  return new Set(
    answer.hits.hits.flatMap(({ fields = {} }) => {
      const { document, index } = fields as { document?: [string]; index?: [number] };
      return document === undefined ? [] : [document[0], chunkId(document[0], index?.[0] ?? 0)];
    }),
  );
}

function filterWarnings({ key, values }: AskedKey, facts: KeyFacts | undefined): QueryWarning[] {
  const types = [...values.keys()];
  if (isBuiltIn(key))
    return missingTypes(types, texts).map((type) => filterTypeMismatch(key, type, texts.types));
  if (facts === undefined) return [];
  if (!facts.isThere) return [filterKeyUnknown(key)];
  return missingTypes(types, facts).map((type) => filterTypeMismatch(key, type, facts.types));
}

function ruleWarnings(
  rule: BoostRule,
  at: number,
  facts: ReadonlyMap<string, KeyFacts>,
  found: ReadonlySet<string> | undefined,
): QueryWarning[] {
  if ('chunkIds' in rule || isDocumentField(rule.field)) {
    if (found === undefined) return [];
    const named: FilterValue[] = 'chunkIds' in rule ? rule.chunkIds : rule.values;
    const unknown = [...new Set(named)].map(String).filter((id) => !found.has(id));
    if (unknown.length === 0) return [];
    return ['chunkIds' in rule ? chunksUnknown(at, unknown) : documentsUnknown(at, unknown)];
  }
  const { field } = rule;
  const asked = [...new Set(rule.values.map(typeOf))];
  if (isPublicField(field))
    return missingTypes(asked, texts).map((type) => ruleTypeMismatch(at, field, type, texts.types));
  const known = facts.get(field);
  if (known === undefined) return [];
  if (!known.isThere) return [ruleKeyUnknown(at, field)];
  return missingTypes(asked, known).map((type) => ruleTypeMismatch(at, field, type, known.types));
}

const texts: KeyFacts = { isThere: true, types: new Set(['string']) };

/** Types that a key never has; none for a key with only empty lists, which have no type. */
const missingTypes = (asked: readonly ValueType[], { types }: KeyFacts): ValueType[] =>
  types.size === 0 ? [] : asked.filter((type) => !types.has(type));

function totalOf({ hits: { total } }: SearchAnswer): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}
