import { type RerankCandidate } from '../../../src/models';

/** A candidate of which only the named facts matter. */
export function candidate(facts: Partial<RerankCandidate>): RerankCandidate {
  return {
    text: '',
    title: null,
    headingPath: [],
    filename: 'a.txt',
    bm25: null,
    dense: null,
    fused: 0.5,
    vector: null,
    ...facts,
  };
}

/** A vector of length 1 at an angle in a plane. */
export const turned = (degrees: number) =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

/** Configuration without any hosted model. */
export const localConfig = {
  EMBEDDING_MODEL_DIR: '',
  RERANK_BASE_URL: undefined,
  RERANK_API_KEY: undefined,
  RERANK_MODEL: undefined,
  CHAT_BASE_URL: undefined,
  CHAT_API_KEY: undefined,
  CHAT_MODEL: undefined,
};
