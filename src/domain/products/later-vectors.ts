import { type EmbeddingSpace } from '../platform/embedding-space';

/** States of vectors that are made after a build; `stopped` where the model refuses or is another one. */
export const LATER_VECTORS_STATES = ['making', 'made', 'stopped'] as const;
type LaterVectorsState = (typeof LATER_VECTORS_STATES)[number];

/** Vectors of the titles of a served build, which the next build finds made. */
export interface LaterVectors {
  space: EmbeddingSpace;
  state: LaterVectorsState;
  /** Records whose titles have a vector. */
  done: number;
  /** Id of the last of them, in the order of ids; null before the first. */
  after: string | null;
}
