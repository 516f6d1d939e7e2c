import { spareCandidates } from '../ranking';
import { type CandidatePool } from './candidate-pool';
import { type Candidate } from './candidates';
import { readConfirmedRows } from './confirmed-rows';
import { type PreparedQuery, type QueryRun, searchTimeoutMs, takeConfirm } from './query-run';
import { readVectors } from './read-vectors';
import { readSurroundings, type Surroundings } from './surroundings';

/**
 * Surroundings of up to so many candidates are read with their rows, before it is known which make the page.
 */
const aheadMax = 50;

/**
 * Reads the facts of candidates into the pool, of those whose facts it does not have, in one go of parallel
 * reads. The first read of a query confirms the collection's row beside it, and reads the vectors that a
 * reranker wants.
 *
 * @returns whether the pool may rank its candidates differently now: some have left it, or rules name some
 * @throws CollectionChanged when the collection is not as its row says (any more)
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

/** The number of candidates whose vectors a reranker compares with that of the query. */
function vectorsWanted({ reranker, vector, settings }: PreparedQuery): number {
  if (reranker === null || vector === null) return 0;
  return settings.rerank!.candidateLimit + spareCandidates;
}
