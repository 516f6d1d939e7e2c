import { chunkRowId } from '../../stores/documents/contents/chunks';
import { type SearchAnswer } from '../../stores/documents/search-index';
import { fuse, type FusedCandidate, type LegHit } from '../ranking';
import { columnsOf, type LegAnswers, type PlanAnswers } from './search-plan';

/** A chunk in the ranking. */
export interface Candidate extends Omit<FusedCandidate, 'hit'> {
  /** Version of the chunk's document. */
  versionId: string;
  /** Fields in which words of the query were found. */
  fields: readonly string[];
  /** Whether only a boost rule has brought it, and no leg. */
  pulled: boolean;
}

/** A row of the search index, read from the columns that searches request. */
interface Hit extends LegHit {
  versionId: string;
  fields: readonly string[];
}

/**
 * All candidates of a query, best first: the merged hits of both legs, then candidates that only boost rules
 * have brought. The latter have the score 0, since no leg has scored them, and can only fill reserved places.
 */
export function candidatesOf(answers: PlanAnswers, semanticRatio: number): Candidate[] {
  const merged = (legs: LegAnswers): FusedCandidate<Hit>[] => {
    const [keyword, dense] = [hitsOf(legs.keyword), hitsOf(legs.dense, cosineOf)];
    const scored = keyword.every(({ score }) => score > 0)
      ? keyword
      : keyword.filter(({ score }) => score > 0);
    const fused = fuse({ keyword: scored, dense }, semanticRatio);
    if (scored.length === keyword.length) return fused;
    const known = new Set(fused.map(({ id }) => id));
    return [...fused, ...unscored(keyword.filter(({ id }) => !known.has(id)))];
  };
  // Written out, since a query has hundreds of them and a spread costs ten times as much.
  const asCandidate = (
    { id, documentId, chunkIndex, bm25, dense, fused, hit }: FusedCandidate<Hit>,
    pulled: boolean,
  ): Candidate => ({
    id,
    documentId,
    chunkIndex,
    bm25,
    dense,
    fused: pulled ? 0 : fused,
    versionId: hit.versionId,
    fields: hit.fields,
    pulled,
  });

  const found = merged(answers).map((fused) => asCandidate(fused, false));
  if (answers.rules.length === 0) return found;
  const pool = new Map(found.map((candidate) => [candidate.id, candidate]));
  for (const rule of answers.rules)
    for (const fused of merged(rule)) if (!pool.has(fused.id)) pool.set(fused.id, asCandidate(fused, true));
  return [...pool.values()];
}

/** Rows that only a rule has found, in the order of documents. */
function unscored(hits: readonly Hit[]): FusedCandidate<Hit>[] {
  const rows = hits.map((hit) => ({
    hit,
    id: hit.id,
    documentId: hit.documentId,
    chunkIndex: hit.chunkIndex,
    bm25: null,
    dense: null,
    fused: 0,
  }));
  return rows.sort((a, b) =>
    a.documentId === b.documentId ? a.chunkIndex - b.chunkIndex : a.documentId < b.documentId ? -1 : 1,
  );
}

/** Elasticsearch scales the cosine to 0 to 1. */
const cosineOf = (score: number) => 2 * score - 1;

function hitsOf(answer: SearchAnswer | null, scoreOf = (score: number) => score): Hit[] {
  return (answer?.hits.hits ?? []).map((hit) => {
    const { _score, matched_queries = [] } = hit;
    const { versionId, documentId, chunkIndex } = columnsOf(hit);
    return {
      id: chunkRowId(versionId, chunkIndex),
      documentId,
      chunkIndex,
      versionId,
      score: scoreOf(_score ?? 0),
      // Elasticsearch returns named queries in two forms; without scores as a list.
      fields: Array.isArray(matched_queries) ? matched_queries : Object.keys(matched_queries),
    };
  });
}
