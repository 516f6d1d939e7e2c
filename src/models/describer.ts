/** The part of a chunk that a describer uses. */
export interface ChunkText {
  /** The chunk's text; its first line repeats `headers` unless these are empty. */
  text: string;
  headers: readonly string[];
}

/** Output of a model, which may differ between models and runs. */
export interface Description {
  /** Up to eight short phrases, most characteristic first. */
  tags: string[];
  /** One or two sentences or rows. */
  summary: string;
}

/** Writes tags and a summary for each chunk; results have the order of the chunks. */
export interface Describer {
  /**
   * Name of the model and version of its prompt; null for a describer without a model, whose results depend
   * on all texts of a call.
   */
  readonly model: string | null;
  /** @throws ModelError when a hosted model fails; the signal's reason once it aborts */
  describe(chunks: readonly ChunkText[], signal?: AbortSignal): Promise<Description[]>;
}

export const tagsMax = 8;
export const summaryCharsMax = 600;

/**
 * A failure of a model. `retryable` says whether the same request may succeed later, `retryAfterMs` after
 * what time, if the model said so.
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
