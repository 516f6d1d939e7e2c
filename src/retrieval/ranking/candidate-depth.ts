import { type QuerySettings } from '../../domain/query';

/** Places of a leg that take part in the fusion; more change nothing that a reader would see (`docs/quality.md`). */
const legDepth = 200;

/**
 * Hits that each leg is asked for. One number for both legs and nearly all queries, because the scale of a leg's scores hangs on
 * its last candidate: a page of 10 must begin a page of 100.
 */
export function candidateDepth({ limit, rerank }: Pick<QuerySettings, 'limit' | 'rerank'>): number {
  return Math.max(legDepth, limit, rerank?.candidateLimit ?? 0);
}
