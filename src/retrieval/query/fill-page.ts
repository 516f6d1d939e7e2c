import { type QuerySettings } from '../../domain/documents/query';
import { candidateDepth, spareCandidates } from '../ranking';
import { type CandidatePool } from './candidate-pool';
import { areSure } from './confirmed-rows';
import { type Proposal, proposeCandidates } from './proposal';
import { type QueryRun } from './query-run';
import { type Ranked } from './ranked-pool';
import { readCandidates } from './read-candidates';
import { selectPage } from './select-page';

/** Most further requests for candidates when a page is not full, and the factor of their depth. */
const widenings = 4;
const widerFactor = 5;
const depthMax = 5_000;

/** Scores of a reranker by candidate; empty when none ran. */
type RerankScores = ReadonlyMap<string, number>;

/**
 * Chooses the page from a pool. All its candidates have to be confirmed: an unconfirmed one is read and, if
 * that changes the ranking, the page is chosen again. A page that stays short is filled from deeper
 * proposals, which leave out documents that have reached their bound. It stays short when nothing more is
 * found, or after four of them.
 *
 * @param first the proposal that the pool began with
 */
export async function fillPage(
  run: QueryRun,
  pool: CandidatePool,
  first: Proposal,
  reranked: RerankScores,
): Promise<Ranked[]> {
  const { limit, maxChunksPerDocument } = run.query.settings;
  let page = await choosePage(run, pool, reranked);
  let proposal = first;
  let depth = candidateDepth(run.query.settings);
  for (let round = 0; round < widenings && page.length < limit && proposal.isCut; round++) {
    depth = Math.min(depth * widerFactor, depthMax);
    proposal = await proposeCandidates(run, {
      depth,
      doneDocuments: doneDocuments(page, maxChunksPerDocument),
      semanticRatio: first.semanticRatio,
    });
    if (pool.add(proposal.candidates) === 0) return page;
    page = await choosePage(run, pool, reranked);
  }
  return page;
}

/** The page of the present pool, all of it confirmed. */
async function choosePage(run: QueryRun, pool: CandidatePool, reranked: RerankScores): Promise<Ranked[]> {
  const { settings } = run.query;
  const reserves = settings.boost.map(({ reserve }) => reserve);
  let ranked = pool.rank(reranked);
  for (;;) {
    const page = select(ranked, settings, settings.limit, reserves);
    if (page.every(({ candidate }) => pool.factsOf(candidate.id) !== undefined)) return page;
    const wanted = pool.readCount === 0 ? withSpare(run, page, ranked) : ranked;
    const changed = await readCandidates(
      run,
      pool,
      wanted.map(({ candidate }) => candidate),
    );
    if (changed) ranked = pool.rank(reranked);
  }
}

/** Candidates to read first: the page, and a few spare ones in case rows are not visible. */
function withSpare({ deps, query }: QueryRun, page: Ranked[], ranked: readonly Ranked[]): Ranked[] {
  const { collection, settings } = query;
  const candidates = page.map(({ candidate }) => candidate);
  if (areSure(deps.stores, collection, candidates, settings)) return page;
  return select(ranked, settings, settings.limit + spareCandidates, []);
}

function select(
  ranked: readonly Ranked[],
  { maxChunksPerDocument }: QuerySettings,
  limit: number,
  reserves: readonly number[],
): Ranked[] {
  const places = selectPage(ranked, { limit, perDocumentMax: maxChunksPerDocument, reserves });
  return places.map((place) => ranked[place]!);
}

/** Documents that have reached their bound on the page. */
function doneDocuments(page: readonly Ranked[], perDocumentMax: number | null): string[] {
  if (perDocumentMax === null) return [];
  const count = new Map<string, number>();
  for (const { documentId } of page) count.set(documentId, (count.get(documentId) ?? 0) + 1);
  return [...count].filter(([, found]) => found >= perDocumentMax).map(([documentId]) => documentId);
}
