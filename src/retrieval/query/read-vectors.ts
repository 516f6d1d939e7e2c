import { type SearchAnswer, type SearchIndex } from '../../stores/documents/search-index';
import { searchTimeoutMs } from './query-run';

/**
 * The indexed vectors of chunks by the ids of their rows; those without one are missing.
 *
 * @returns the answer of the search index too; null where no id is given
 */
export async function readVectors(
  search: Pick<SearchIndex, 'searchMany'>,
  namespaces: readonly string[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ vectors: Map<string, Float32Array>; answer: SearchAnswer | null }> {
  const vectors = new Map<string, Float32Array>();
  if (ids.length === 0) return { vectors, answer: null };
  const [answer] = await search.searchMany(
    namespaces,
    [{ query: { ids: { values: [...ids] } }, size: ids.length, _source: false, fields: ['vector'] }],
    { signal, timeoutMs: searchTimeoutMs },
  );
  for (const { _id, fields } of answer!.hits.hits) {
    const vector = (fields as { vector?: number[] } | undefined)?.vector;
    if (_id !== undefined && vector !== undefined) vectors.set(_id, Float32Array.from(vector));
  }
  return { vectors, answer: answer! };
}
