/** The part of a chunk that a describer sees. */
export interface ChunkText {
  /** The chunk's text; where `headers` is not empty its first line repeats them. */
  text: string;
  headers: readonly string[];
}

/** Model output: it may differ between models and runs. */
export interface Description {
  /** Up to eight short phrases, most telling first. */
  tags: string[];
  /** A sentence or row, or two. */
  summary: string;
}

/** Writes tags and a summary for each chunk, in the order of the chunks. */
export interface Describer {
  /**
   * Names the model that is asked, and how it is asked; null where no model is asked, and the answers
   * depend on all texts of a call.
   */
  readonly model: string | null;
  /** @throws ModelError when a hosted model fails; `signal` ends the work early */
  describe(chunks: readonly ChunkText[], signal?: AbortSignal): Promise<Description[]>;
}

export const tagsMax = 8;
export const summaryCharsMax = 600;

/**
 * A model did not do its work. `retryable` says whether the same request may succeed later, `retryAfterMs`
 * when, where the model said so.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions & { retryAfterMs?: number | undefined },
  ) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}
