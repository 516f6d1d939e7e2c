import { type RerankModel } from '../../domain/platform/rerank-model';

/** The part of a query that a reranker sees. */
export interface RerankQuery {
  text: string;
  /** Vector of length 1, made as those of the chunks; null where the query was not embedded. */
  vector: Float32Array | null;
}

/**
 * The part of a candidate that a reranker sees. A missing field may be left empty: it then counts neither
 * way.
 */
export interface RerankCandidate {
  text: string;
  title: string | null;
  /** Outermost first. */
  headingPath: readonly string[];
  filename: string;
  /** Score of the keyword leg; null where it did not find the candidate. */
  bm25: number | null;
  /** Cosine, -1 to 1; null where the dense leg did not find the candidate. */
  dense: number | null;
  /** Score of the fusion, 0 to 1. */
  fused: number;
  /** The chunk's vector as it was indexed; null where it has none or another model's. */
  vector: Float32Array | null;
}

/** Judges again what a query has found. */
export interface Reranker {
  readonly model: RerankModel;
  /**
   * Scores of the candidates, in their order, 0 to 1, higher is better; only their order means something, and
   * only within one call.
   *
   * @param candidates at most as many as `RERANK_CANDIDATES_MAX` has for the model
   * @throws ModelError when the model fails; the signal's reason once it is aborted
   */
  rerank(query: RerankQuery, candidates: readonly RerankCandidate[], signal: AbortSignal): Promise<number[]>;
}

/** The rerankers of this installation. */
export interface Rerankers {
  /** Null where the model has to be configured and is not. */
  get(model: RerankModel): Reranker | null;
  close(): Promise<void>;
}
