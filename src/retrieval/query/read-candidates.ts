import { spareCandidates } from '../ranking';
import { type CandidatePool } from './candidate-pool';
import { type Candidate } from './candidates';
import { readConfirmedRows } from './confirmed-rows';
import { type PreparedQuery, type QueryRun, searchTimeoutMs, takeConfirm } from './query-run';
import { readSurroundings, type Surroundings } from './surroundings';
import { type SearchIndex } from '../../stores/documents/search-index';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';

/**
 * Number of candidates up to which surroundings are read together with the rows, before the page is known.
 */
const aheadMax = 50;

/**
 * Reads the missing facts of candidates into the pool, with parallel reads. The first read of a query also
 * confirms the collection's row, and reads the vectors for a reranker.
 *
 * @returns whether the ranking of the pool may have changed: candidates have left it, or rules name some
 * @throws CollectionChanged when the collection differs from its row
 */
export function readCandidates(
  run: QueryRun,
  pool: CandidatePool,
  candidates: readonly Candidate[],
): Promise<boolean> {
  const { deps, query, clock, signal } = run;
  const { view, settings } = query;
  return clock.time('enrichment', async () => {
    const unread = candidates.filter(({ id }) => pool.factsOf(id) === undefined);
    const forReranker = pool.readCount === 0 ? unread.slice(0, vectorsWanted(query)) : [];
    const [rows, surroundings, vectors] = await Promise.all([
      readConfirmedRows(deps.stores, query.collection, unread, settings),
      unread.length <= aheadMax
        ? readSurroundings(deps.stores, view, unread, settings)
        : new Map<string, Surroundings>(),
      readVectors(deps.search, view, forReranker, { signal, timeoutMs: searchTimeoutMs }),
      takeConfirm(run)?.(),
    ]);
    await deps.turns.take();
    for (const { id } of unread)
      pool.note(id, {
        row: rows.get(id) ?? null,
        vector: vectors.get(id) ?? null,
        surroundings: surroundings.get(id) ?? null,
      });
    return settings.boost.length > 0 || rows.size < unread.length;
  });
}

/** Number of candidates whose vectors a reranker needs. */
function vectorsWanted({ reranker, vector, settings }: PreparedQuery): number {
  if (reranker === null || vector === null) return 0;
  return settings.rerank!.candidateLimit + spareCandidates;
}

/** Indexed vectors of candidates by id; those without one are missing. */
async function readVectors(
  search: SearchIndex,
  view: CollectionView,
  candidates: readonly Candidate[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Map<string, Float32Array>> {
  if (candidates.length === 0) return new Map();
  const values = candidates.map(({ id }) => id);
  const [answer] = await search.searchMany(
    view.map(({ namespace }) => namespace),
    [{ query: { ids: { values } }, size: values.length, _source: false, fields: ['vector'] }],
    { signal, timeoutMs },
  );
  const vectors = new Map<string, Float32Array>();
  for (const { _id, fields } of answer!.hits.hits) {
    const vector = (fields as { vector?: number[] } | undefined)?.vector;
    if (_id !== undefined && vector !== undefined) vectors.set(_id, Float32Array.from(vector));
  }
  return vectors;
}
