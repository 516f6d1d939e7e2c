import { type QuerySettings, type RerankOutcome } from '../../domain/documents/query';
import { type Reranker } from '../../models';
import { type Confirm } from '../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type MetadataFilter } from '../filter';
import { candidateDepth, spareCandidates } from '../ranking';
import { createRuleMatch } from './boost-rules';
import { type Candidate, candidatesOf } from './candidates';
import { areSure, type ConfirmedRow, readConfirmedRows } from './confirmed-rows';
import { type LoopTurns } from './loop-turns';
import { type EngineDeps } from './query-engine';
import { type Ranked, rankSegments } from './ranked-pool';
import { readVectors } from './read-vectors';
import { rerankCandidates } from './rerank-candidates';
import { type PlanAnswers, type PlannedQuery, planSearches } from './search-plan';
import { selectPage } from './select-page';
import { type StageClock } from './stage-clock';
import { readSurroundings, type Surroundings } from './surroundings';

/** Longest wait for the answer to all searches of a query. */
const searchTimeoutMs = 15_000;
/** Up to so many candidates, what lies around them is read at once, before it is known which make the page. */
const aheadMax = 50;
/** How often, and how much deeper each time, a page that is not full is looked for. */
const widenings = 4;
const widerFactor = 5;
const depthMax = 5_000;

/** A query with all that is known before the stores are asked. */
export interface PreparedQuery extends Omit<PlannedQuery, 'depth' | 'doneDocuments'> {
  collection: CollectionRow;
  /** Makes sure that the collection still is as its row says; null where the row was read for this query. */
  confirm: Confirm | null;
  filter: MetadataFilter | null;
  reranker: Reranker | null;
}

/** What the search index proposes; no more of its answers is kept, which are many times as large. */
interface Proposal {
  candidates: Candidate[];
  /** A leg may have more than it was asked for. */
  isCut: boolean;
  /** For each boost rule, how much it names. */
  matched: number[];
  unknownKeys: string[];
}

/** The page of a query, and how it came to be. */
export interface QueryPage {
  page: { ranked: Ranked; row: ConfirmedRow; surroundings: Surroundings }[];
  rerank: RerankOutcome;
  /** For each boost rule. */
  boost: { matched: number; inPool: number; onPage: number }[];
  unknownKeys: string[];
}

/**
 * Finds the page of a query: the search index proposes candidates, the records confirm those that may be on the page, rules and
 * a reranker order them. Looks deeper when candidates that are gone, or documents that have their share, leave a page short.
 *
 * @throws CollectionChanged when the collection is not as its row says (any more)
 */
export async function findPage(
  deps: EngineDeps & { turns: LoopTurns },
  query: PreparedQuery,
  clock: StageClock,
  signal: AbortSignal,
): Promise<QueryPage> {
  const { settings, view, collection, reranker } = query;
  const { limit, maxChunksPerDocument: perDocumentMax, boost } = settings;
  const limits = { signal, timeoutMs: searchTimeoutMs };
  const rows = new Map<string, ConfirmedRow>();
  const surroundings = new Map<string, Surroundings>();
  const vectors = new Map<string, Float32Array>();
  const looked = new Set<string>();
  const segments: Candidate[][] = [];
  const rulesOfId = new Map<string, number[]>();
  const matches = boost.map(createRuleMatch);
  let reranked: Map<string, number> | null = null;
  let { confirm } = query;

  async function search(depth: number, doneDocuments: string[] | null): Promise<Proposal> {
    const plan = planSearches({ ...query, depth, doneDocuments });
    const namespaces = view.map(({ namespace }) => namespace);
    const found =
      plan.searches.length === 0 ? [] : await deps.search.searchMany(namespaces, plan.searches, limits);
    await deps.turns.take();
    const answers = plan.read(found);
    return {
      candidates: candidatesOf(answers, settings.semanticRatio),
      isCut: isCut(answers, depth),
      matched: answers.rules.map(({ matched }) => matched),
      unknownKeys: answers.unknownKeys,
    };
  }

  /**
   * Reads what the records say of candidates; those that they do not show leave the ranking.
   *
   * @returns whether the ranking is another one by that
   */
  async function look(candidates: readonly Candidate[]): Promise<boolean> {
    const unknown = candidates.filter(({ id }) => !looked.has(id));
    const ahead = unknown.length <= aheadMax;
    const [confirmed, around, read] = await Promise.all([
      readConfirmedRows(deps.stores, collection, unknown, settings),
      ahead ? readSurroundings(deps.stores, view, unknown, settings) : new Map<string, Surroundings>(),
      reranker === null || query.vector === null || reranked !== null
        ? new Map<string, Float32Array>()
        : readVectors(
            deps.search,
            view,
            unknown.slice(0, settings.rerank!.candidateLimit + spareCandidates),
            {
              signal,
              timeoutMs: searchTimeoutMs,
            },
          ),
      confirm?.(),
    ]);
    confirm = null;
    await deps.turns.take();
    for (const { id } of unknown) {
      looked.add(id);
      const row = confirmed.get(id);
      if (row === undefined) continue;
      rows.set(id, row);
      if (matches.length === 0) continue;
      rulesOfId.set(
        id,
        matches.flatMap((names, rule) => (names(row) ? [rule] : [])),
      );
    }
    for (const [id, one] of around) surroundings.set(id, one);
    for (const [id, one] of read) vectors.set(id, one);
    return matches.length > 0 || confirmed.size < unknown.length;
  }

  /** All candidates that are not known to be gone, in their order. */
  function rank(): Ranked[] {
    const isThere = ({ id }: Candidate) => rows.has(id) || !looked.has(id);
    const there = looked.size === rows.size ? segments : segments.map((segment) => segment.filter(isThere));
    return rankSegments(there, {
      rulesOf: (id) => rulesOfId.get(id) ?? noRules,
      weights: boost.map(({ weight }) => weight),
      reranked: reranked ?? new Map<string, number>(),
    });
  }

  const select = (ranked: readonly Ranked[], places: number, reserves: number[]) =>
    selectPage(ranked, { limit: places, perDocumentMax, reserves }).map((at) => ranked[at]!);

  /** What is looked at first: the page, and some more where it may not all be there. */
  function withSpare(page: Ranked[], ranked: readonly Ranked[]): Ranked[] {
    const candidates = page.map(({ candidate }) => candidate);
    if (areSure(deps.stores, collection, candidates, settings)) return page;
    return select(ranked, limit + spareCandidates, []);
  }

  /** The page as the ranking stands, all of it confirmed. */
  async function fill(): Promise<Ranked[]> {
    let ranked = rank();
    for (;;) {
      const page = select(
        ranked,
        limit,
        boost.map(({ reserve }) => reserve),
      );
      if (page.every(({ candidate }) => looked.has(candidate.id))) return page;
      const wanted = looked.size === 0 ? withSpare(page, ranked) : ranked;
      const changed = await clock.time('enrichment', () => look(wanted.map(({ candidate }) => candidate)));
      if (changed) ranked = rank();
    }
  }

  async function rerank(): Promise<RerankOutcome> {
    if (reranker === null || settings.rerank === null) return notReranked;
    const { candidateLimit, model } = settings.rerank;
    if (looked.size === 0)
      await clock.time('enrichment', () => look(segments[0]!.slice(0, candidateLimit + spareCandidates)));
    const inputs = rank()
      .filter(({ candidate }) => rows.has(candidate.id))
      .slice(0, candidateLimit)
      .map(({ candidate }) => ({
        candidate,
        row: rows.get(candidate.id)!,
        vector: vectors.get(candidate.id) ?? null,
      }));
    const outcome = { requested: true, model, candidates: inputs.length };
    if (inputs.length === 0) return { ...outcome, applied: false, fallback: false, reason: null };
    reranked = await clock.time('rerank', () =>
      rerankCandidates({ reranker, log: deps.log }, query, inputs, signal),
    );
    const applied = reranked !== null;
    return { ...outcome, applied, fallback: !applied, reason: applied ? null : 'reranker_error' };
  }

  /** Looks deeper, at documents that do not have their share yet, until the page is full or there is nothing more. */
  async function widen(page: Ranked[], first: Proposal): Promise<Ranked[]> {
    let [filled, last, depth] = [page, first, candidateDepth(settings)];
    for (let round = 0; round < widenings && filled.length < limit && last.isCut; round++) {
      depth = Math.min(depth * widerFactor, depthMax);
      const known = new Set(segments.flat().map(({ id }) => id));
      last = await clock.time('retrieval', () => search(depth, doneDocuments(filled, perDocumentMax)));
      const more = last.candidates.filter(({ id }) => !known.has(id));
      if (more.length === 0) return filled;
      segments.push(more);
      filled = await fill();
    }
    return filled;
  }

  const proposal = await clock.time('retrieval', () => search(candidateDepth(settings), null));
  segments.push(proposal.candidates);
  if (boost.length > 0) await clock.time('enrichment', () => look(segments[0]!));
  const outcome = await rerank();
  const page = await widen(await fill(), proposal);
  // Where nothing was found, nothing was confirmed.
  if (confirm !== null) await clock.time('enrichment', confirm);

  const missing = page.filter(({ candidate }) => !surroundings.has(candidate.id));
  if (missing.length > 0 && asksForSurroundings(settings)) {
    const candidates = missing.map(({ candidate }) => candidate);
    const around = await clock.time('enrichment', () =>
      readSurroundings(deps.stores, view, candidates, settings),
    );
    for (const [id, one] of around) surroundings.set(id, one);
  }
  const named = (list: readonly Ranked[], rule: number) =>
    list.filter(({ rules }) => rules.includes(rule)).length;
  const pool = boost.length === 0 ? [] : rank();
  return {
    page: page.map((ranked) => ({
      ranked,
      row: rows.get(ranked.candidate.id)!,
      surroundings: surroundings.get(ranked.candidate.id) ?? {},
    })),
    rerank: outcome,
    boost: proposal.matched.map((matched, rule) => ({
      matched,
      inPool: named(pool, rule),
      onPage: named(page, rule),
    })),
    unknownKeys: proposal.unknownKeys,
  };
}

const noRules: readonly number[] = [];

const notReranked: RerankOutcome = {
  ...{ requested: false, applied: false, model: null, candidates: 0 },
  ...{ fallback: false, reason: null },
};

/** Whether a leg may have found more than it was asked for. */
const isCut = ({ keyword, dense }: PlanAnswers, depth: number): boolean =>
  [keyword, dense].some((answer) => answer?.hits.hits.length === depth);

/** Documents that have as many places as they may have. */
function doneDocuments(page: readonly Ranked[], perDocumentMax: number | null): string[] {
  if (perDocumentMax === null) return [];
  const count = new Map<string, number>();
  for (const { documentId } of page) count.set(documentId, (count.get(documentId) ?? 0) + 1);
  return [...count].filter(([, found]) => found >= perDocumentMax).map(([documentId]) => documentId);
}

const asksForSurroundings = ({ include }: QuerySettings): boolean =>
  include.regions || include.relations || include.relatedChunks || include.neighboringChunks;
