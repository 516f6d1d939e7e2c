import { type RerankModel } from '../../domain/platform/rerank-model';

/** The part of a query that a reranker uses. */
export interface RerankQuery {
  text: string;
  /** Vector of length 1 in the space of the chunks; null when the query was not embedded. */
  vector: Float32Array | null;
}

/** The part of a candidate that a reranker uses. Empty fields are neutral. */
export interface RerankCandidate {
  text: string;
  title: string | null;
  /** Headings, outermost first. */
  headingPath: readonly string[];
  filename: string;
  /** Score of the keyword leg; null when it did not find the candidate. */
  bm25: number | null;
  /** Cosine, -1 to 1; null when the dense leg did not find the candidate. */
  dense: number | null;
  /** Score of the fusion, 0 to 1. */
  fused: number;
  /** The indexed vector of the chunk; null when it has none, or one of another model. */
  vector: Float32Array | null;
}

/** Scores the candidates of a query anew. */
export interface Reranker {
  readonly model: RerankModel;
  /**
   * Scores of the candidates, in their order, 0 to 1, higher is better. Only their order within one call is
   * meaningful.
   *
   * @param candidates at most `RERANK_CANDIDATES_MAX` of the model
   * @throws ModelError when the model fails; the signal's reason once it aborts
   */
  rerank(query: RerankQuery, candidates: readonly RerankCandidate[], signal: AbortSignal): Promise<number[]>;
}

/** The rerankers of this installation. */
export interface Rerankers {
  /** Null for a hosted model that is not configured. */
  get(model: RerankModel): Reranker | null;
  close(): Promise<void>;
}
