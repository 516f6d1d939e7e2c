import {
  type QuerySettings,
  type QueryWarning,
  type RerankOutcome,
  type SemanticRatio,
  type TextSpan,
} from '../../domain/documents/query';
import { candidateDepth, queryWords } from '../ranking';
import { type CandidatePool, createCandidatePool } from './candidate-pool';
import { type ConfirmedRow } from './confirmed-rows';
import { settleDoubts } from './doubts';
import { fillPage } from './fill-page';
import { readHighlights } from './highlights';
import { type Proposal, proposeCandidates } from './proposal';
import { type PreparedQuery, type QueryRun, takeConfirm } from './query-run';
import { type Ranked } from './ranked-pool';
import { readCandidates } from './read-candidates';
import { rerankPool } from './rerank-candidates';
import { readSurroundings, type Surroundings } from './surroundings';

/** The page of a query, and how it was found. */
export interface QueryPage {
  page: { ranked: Ranked; row: ConfirmedRow; surroundings: Surroundings; highlights: TextSpan[] | null }[];
  semanticRatio: SemanticRatio;
  rerank: RerankOutcome;
  /** Counts for each boost rule. */
  boost: { matched: number; inPool: number; onPage: number }[];
  warnings: QueryWarning[];
}

/**
 * Finds the page of a query: the search index proposes candidates, the rows confirm those that may be on the
 * page, rules and a reranker order them. Searches deeper when hidden candidates, or bounds per document,
 * leave a page short.
 *
 * @throws CollectionChanged when the collection differs from its row
 */
export async function findPage(run: QueryRun): Promise<QueryPage> {
  const { settings } = run.query;
  const proposal = await proposeCandidates(run, {
    depth: candidateDepth(settings),
    doneDocuments: null,
    semanticRatio: null,
  });
  const pool = createCandidatePool(settings.boost);
  pool.add(proposal.candidates);
  // Rules are matched against rows: without them the ranking is unknown.
  if (settings.boost.length > 0) await readCandidates(run, pool, proposal.candidates);
  const reranking = await rerankPool(run, pool, proposal.candidates);
  const page = await fillPage(run, pool, proposal, reranking.scores);
  await confirmUnread(run);
  const doubted = await run.clock.time('retrieval', () =>
    settleDoubts(run, proposal.doubts, run.query.askedKeys),
  );
  const around = await readMissingSurroundings(run, pool, page);
  const highlights = await highlightsOf(run, pool, page);
  return {
    page: page.map((ranked) => {
      const { id } = ranked.candidate;
      const { row, surroundings } = pool.factsOf(id)!;
      return {
        ranked,
        row: row!,
        surroundings: surroundings ?? around.get(id) ?? {},
        highlights: highlights === null ? null : (highlights.get(id) ?? []),
      };
    }),
    semanticRatio: proposal.semanticRatio,
    rerank: reranking.outcome,
    boost: countNamed(proposal, settings.boost.length === 0 ? [] : pool.rank(reranking.scores), page),
    warnings: [...wordWarnings(run.query), ...doubted, ...reranking.warnings],
  };
}

/** The warning that a query has more words than the search uses. */
function wordWarnings({ text, settings }: PreparedQuery): QueryWarning[] {
  if (settings.semanticRatio === 1) return [];
  const { all, used } = queryWords(text);
  if (used === all) return [];
  const message = `The first ${used} of about ${all} words of the query were looked for; the others were not.`;
  return [{ code: 'QUERY_WORDS_CAPPED', message }];
}

/** Confirms the collection's row when no read has done so, because nothing was found. */
async function confirmUnread(run: QueryRun): Promise<void> {
  const confirm = takeConfirm(run);
  if (confirm !== null) await run.clock.time('enrichment', confirm);
}

/** Highlights by candidate; null when the query does not request them. */
function highlightsOf(
  run: QueryRun,
  pool: CandidatePool,
  page: readonly Ranked[],
): Promise<Map<string, TextSpan[]>> | null {
  if (!run.query.settings.include.highlights) return null;
  const rows = new Map(page.map(({ candidate: { id } }) => [id, pool.factsOf(id)!.row!]));
  return run.clock.time('enrichment', () => readHighlights(run, rows));
}

/** Reads the surroundings of candidates on the page that were read without them. */
async function readMissingSurroundings(
  { deps, query, clock }: QueryRun,
  pool: CandidatePool,
  page: readonly Ranked[],
): Promise<Map<string, Surroundings>> {
  if (!asksForSurroundings(query.settings)) return new Map();
  const missing = page
    .map(({ candidate }) => candidate)
    .filter(({ id }) => pool.factsOf(id)!.surroundings === null);
  if (missing.length === 0) return new Map();
  return clock.time('enrichment', () => readSurroundings(deps.stores, query.view, missing, query.settings));
}

const asksForSurroundings = ({ include }: QuerySettings): boolean =>
  include.regions || include.relations || include.relatedChunks || include.neighboringChunks;

/**
 * For each boost rule, the number of chunks that it names in the index, among the candidates and on the page.
 */
function countNamed(
  { matched }: Proposal,
  candidates: readonly Ranked[],
  page: readonly Ranked[],
): QueryPage['boost'] {
  const named = (list: readonly Ranked[], rule: number) =>
    list.filter(({ rules }) => rules.includes(rule)).length;
  return matched.map((count, rule) => ({
    matched: count,
    inPool: named(candidates, rule),
    onPage: named(page, rule),
  }));
}
