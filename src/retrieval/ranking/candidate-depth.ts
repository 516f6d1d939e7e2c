import { type QuerySettings } from '../../domain/documents/query';

/** Hits of a leg in the fusion; more make no visible difference (`docs/decisions/ranking.md`). */
const legDepth = 200;
/** Candidates beyond a page that are confirmed with it, in case rows are no longer visible. */
export const spareCandidates = 5;

type DepthSettings = Pick<
  QuerySettings,
  'limit' | 'semanticRatio' | 'rerank' | 'boost' | 'maxChunksPerDocument'
>;

/** Whether the page equals the first hits of the keyword leg: nothing merges, moves or skips them. */
export function isKeywordPage({
  semanticRatio,
  rerank,
  boost,
  maxChunksPerDocument,
}: Omit<DepthSettings, 'limit'>): boolean {
  return semanticRatio === 0 && rerank === null && boost.length === 0 && maxChunksPerDocument === null;
}

/**
 * Number of hits of each leg. When legs are merged it is the same for nearly all queries, because the last
 * candidate decides the scale of a leg's scores, and a page of 10 must equal the beginning of a page of 100.
 */
export function candidateDepth(settings: DepthSettings): number {
  const { limit, rerank } = settings;
  if (isKeywordPage(settings)) return limit + spareCandidates;
  return Math.max(legDepth, limit, rerank?.candidateLimit ?? 0);
}
