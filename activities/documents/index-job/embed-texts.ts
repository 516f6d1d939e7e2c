import { ApplicationFailure } from '@temporalio/activity';
import { embedderAway } from '../../../src/domain/documents/index-job';
import { embedCached, type Embedder, ModelError } from '../../../src/models';
import { askedPause } from '../../attempt/asked-pause';
import { type ActivityDeps } from '../../deps';
import { fileFailure } from './job-failures';

export type EmbedTextsDeps = Pick<ActivityDeps, 'embeddings'>;

/**
 * Embeds texts of an organization.
 *
 * @throws ApplicationFailure `embedding_failed` when the model refuses the texts, `embedder_away` when it may
 * accept them later
 */
export async function embedTexts(
  { embeddings }: EmbedTextsDeps,
  embedder: Embedder,
  organizationId: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  try {
    return (await embedCached({ embedder, cache: embeddings }, organizationId, texts, signal)).vectors;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (!error.retryable)
      throw fileFailure('embedding_failed', 'The embedding model refused the text of this file.', {
        cause: error,
      });
    throw ApplicationFailure.create({
      type: embedderAway,
      message: error.message,
      cause: error,
      ...askedPause(error.retryAfterMs),
    });
  }
}
