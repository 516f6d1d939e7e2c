import { spareCandidates } from '../ranking';
import { type CandidatePool } from './candidate-pool';
import { type Candidate } from './candidates';
import { readConfirmedRows } from './confirmed-rows';
import { type PreparedQuery, type QueryRun, takeConfirm } from './query-run';
import { readVectors } from './read-vectors';
import { readSurroundings, type Surroundings } from './surroundings';

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
    const [rows, surroundings, { vectors }] = await Promise.all([
      readConfirmedRows(deps.stores, query.collection, unread, settings),
      unread.length <= aheadMax
        ? readSurroundings(deps.stores, view, unread, settings)
        : new Map<string, Surroundings>(),
      readVectors(
        deps.search,
        view.map(({ namespace }) => namespace),
        forReranker.map(({ id }) => id),
        signal,
      ),
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
