import { randomUUID } from 'node:crypto';
import { type QueryAnswer } from '../../../domain/documents/query';
import { type Caller } from '../../../domain/platform/caller';
import { type LikeChunk } from '../../../retrieval';
import { type AnswerDeps, type AskedQuery, measuredAnswer } from './answer';
import { type CurrentCollections } from './current-collection';

/** A query for the neighbours of a chunk; the settings look for the meaning alone. */
export interface SimilarQuery extends Pick<
  AskedQuery,
  'collectionName' | 'settings' | 'requestId' | 'signal'
> {
  like: LikeChunk;
}

/**
 * Finds the chunks of a collection that are near in meaning to one of them, by stored vectors: no model is
 * asked. The history, which holds texts that callers have sent, does not have it.
 *
 * @throws Refusal `chunk_not_found`, `chunk_without_vector`, `collection_not_found`,
 * `collection_not_queryable`, `search_index_missing`
 */
export async function answerSimilar(
  deps: Pick<AnswerDeps, 'queryEngine' | 'metrics'>,
  current: CurrentCollections,
  caller: Caller,
  { collectionName, settings, requestId, signal, like }: SimilarQuery,
): Promise<QueryAnswer> {
  const query = { text: '', settings, requestId, queryId: randomUUID(), like };
  const { answer } = await measuredAnswer(deps, current, caller, { collectionName, query, signal });
  return answer;
}
