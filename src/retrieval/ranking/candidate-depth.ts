import { type QuerySettings } from '../../domain/documents/query';

/**
 * Places of a leg that take part in the fusion; more change nothing that a reader would see
 * (`docs/decisions/ranking.md`).
 */
const legDepth = 200;
/**
 * Candidates beyond a page that are confirmed with it, in case the records do not show some of it any more.
 */
export const spareCandidates = 5;

type DepthSettings = Pick<
  QuerySettings,
  'limit' | 'semanticRatio' | 'rerank' | 'boost' | 'maxChunksPerDocument'
>;

/** Whether the page is what the keyword leg lists first: nothing merges, moves or passes over its hits. */
export function isKeywordPage({
  semanticRatio,
  rerank,
  boost,
  maxChunksPerDocument,
}: Omit<DepthSettings, 'limit'>): boolean {
  return semanticRatio === 0 && rerank === null && boost.length === 0 && maxChunksPerDocument === null;
}

/**
 * Hits that each leg is asked for. Where legs are merged it is one number for nearly all queries, because the
 * scale of a leg's scores hangs on its last candidate: a page of 10 must begin a page of 100.
 */
export function candidateDepth(settings: DepthSettings): number {
  const { limit, rerank } = settings;
  if (isKeywordPage(settings)) return limit + spareCandidates;
  return Math.max(legDepth, limit, rerank?.candidateLimit ?? 0);
}
